package dev.sinew.bench;

/** The columns of {@code fit-reference.tsv}; what each is and where it comes from stands there. */
enum Column {
    BOUND_ERMS("boundErms"),
    BOUND_SECONDS("boundSeconds"),
    KSO10("kso10"),
    KSO10_SECONDS("kso10Seconds"),
    LE_DENG("leDeng"),
    SMA("sma"),
    SAD("sad"),
    CLUSTERED_PCA("clusteredPca"),
    SVD("svd"),
    SKETCH("sketch"),
    DEM_BONES_ERMS("demBonesErms"),
    DEM_BONES_SECONDS("demBonesSeconds");

    private final String header;

    Column(String header) {
        this.header = header;
    }

    String header() {
        return header;
    }
}
