package dev.sinew.assimp;

/**
 * How much the process that Assimp runs in may take.
 *
 * @param heapMegabytes of its Java heap
 * @param megabytes of memory in all, its library's and its JVM's own
 * @param processorSeconds of work
 * @param answerBytes that may come back
 */
record FbxBounds(long heapMegabytes, long megabytes, long processorSeconds, long answerBytes) {
    private static final long MEGABYTE = 1L << 20;
    private static final long LEAST_HEAP = 64;
    private static final long LEAST_MEMORY = 320;
    private static final long LEAST_SECONDS = 10;
    /** Assimp keeps a file of text as words, and doubles of whatever is a number: twelve times its size was seen. */
    private static final long MEMORY_TIMES = 24;

    private static final long HEAP_TIMES = 8;
    private static final long ANSWER_TIMES = 8;
    private static final long MEGABYTES_A_SECOND = 2;

    /** What a job is allowed that begins with so many bytes, unpacked. */
    static FbxBounds of(long bytes) {
        long megabytes = bytes / MEGABYTE;
        return new FbxBounds(
                LEAST_HEAP + HEAP_TIMES * megabytes,
                LEAST_MEMORY + MEMORY_TIMES * megabytes,
                LEAST_SECONDS + megabytes / MEGABYTES_A_SECOND,
                ANSWER_TIMES * (bytes + 4 * MEGABYTE));
    }

    String tooMuchMemory() {
        return "it takes more than " + megabytes + " MB of memory";
    }
}
