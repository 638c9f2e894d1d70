package dev.sinew.linalg;

import java.util.Arrays;

/**
 * An elimination order that keeps a sparse Cholesky factor small: approximate minimum degree on the quotient graph (Amestoy, Davis, Duff
 * 1996). An eliminated variable becomes an element, which represents the resulting clique of variables; variables with the same neighbours
 * are merged and eliminated together.
 */
final class MinimumDegree {
    private static final int NONE = -1;

    private final int n;
    /** Adjacent variables of a variable that no common element covers. */
    private final int[][] variables;

    private final int[] variableCount;
    /** Adjacent elements of a variable; unused for elements. */
    private final int[][] elements;

    private final int[] elementCount;
    /** The variables of an element, null before it is one and after it was absorbed. */
    private final int[][] members;
    /** Number of original variables that a variable represents; 0 once merged or eliminated. */
    private final int[] weight;
    /** The weight of an element's members, updated lazily. */
    private final int[] elementWeight;

    private final int[] degree;
    private final DegreeLists lists;
    /** The variables merged into one, as a linked list. */
    private final int[] nextMerged;

    private final int[] lastMerged;
    private final int[] order;
    private int ordered;

    private final int[] mark;
    private int tag;
    private final int[] outside;
    private int outsideTag;
    private final int[] hash;
    private final int[] hashHead;
    private final int[] hashNext;

    private MinimumDegree(SparseMatrix a) {
        this.n = a.rows();
        this.variables = new int[n][];
        this.variableCount = new int[n];
        this.elements = new int[n][4];
        this.elementCount = new int[n];
        this.members = new int[n][];
        this.weight = new int[n];
        this.elementWeight = new int[n];
        this.degree = new int[n];
        this.lists = new DegreeLists(n);
        this.nextMerged = new int[n];
        this.lastMerged = new int[n];
        this.order = new int[n];
        this.mark = new int[n];
        this.outside = new int[n];
        this.hash = new int[n];
        this.hashHead = new int[n];
        this.hashNext = new int[n];
        Arrays.fill(nextMerged, NONE);
        Arrays.fill(hashHead, NONE);
        for (int i = 0; i < n; i++) {
            load(a, i);
        }
    }

    private void load(SparseMatrix a, int i) {
        int from = a.starts()[i];
        int to = a.starts()[i + 1];
        int[] row = new int[to - from];
        int count = 0;
        for (int k = from; k < to; k++) {
            if (a.indices()[k] != i) {
                row[count++] = a.indices()[k];
            }
        }
        variables[i] = row;
        variableCount[i] = count;
        weight[i] = 1;
        lastMerged[i] = i;
        degree[i] = count;
        lists.insert(i, count);
    }

    /** order[k] is the k-th eliminated row; the pattern must be symmetric. */
    static int[] of(SparseMatrix a) {
        MinimumDegree state = new MinimumDegree(a);
        while (state.ordered < state.n) {
            state.eliminate(state.lists.takeSmallest());
        }
        return state.order;
    }

    private void eliminate(int p) {
        int[] clique = cliqueOf(p);
        int cliqueWeight = 0;
        for (int i : clique) {
            cliqueWeight += weight[i];
            lists.remove(i, degree[i]);
        }
        emit(p);
        int eliminated = weight[p];
        weight[p] = 0;
        members[p] = clique;
        elementWeight[p] = cliqueWeight;
        variables[p] = null;
        elements[p] = null;
        measureOutside(clique);
        for (int i : clique) {
            cliqueWeight -= update(i, p, cliqueWeight, eliminated);
        }
        mergeEqual(clique);
        keepLiving(p, clique);
    }

    /** The variables that become neighbours when p is eliminated; it absorbs the elements around it. */
    private int[] cliqueOf(int p) {
        tag++;
        mark[p] = tag;
        int room = variableCount[p];
        for (int k = 0; k < elementCount[p]; k++) {
            room += members[elements[p][k]].length;
        }
        int[] clique = new int[room];
        int size = gather(variables[p], variableCount[p], clique, 0);
        for (int k = 0; k < elementCount[p]; k++) {
            int e = elements[p][k];
            size = gather(members[e], members[e].length, clique, size);
            members[e] = null;
        }
        return Arrays.copyOf(clique, size);
    }

    private int gather(int[] from, int count, int[] clique, int size) {
        int at = size;
        for (int k = 0; k < count; k++) {
            int i = from[k];
            if (weight[i] > 0 && mark[i] != tag) {
                mark[i] = tag;
                clique[at++] = i;
            }
        }
        return at;
    }

    /** outside[e] − outsideTag = |L_e \ L_p| for every element that touches the clique. */
    private void measureOutside(int[] clique) {
        outsideTag += n + 1;
        if (outsideTag > Integer.MAX_VALUE - 2 * (n + 1)) {
            Arrays.fill(outside, 0);
            outsideTag = n + 1;
        }
        for (int i : clique) {
            for (int k = 0; k < elementCount[i]; k++) {
                int e = elements[i][k];
                if (members[e] == null) {
                    continue;
                }
                if (outside[e] < outsideTag) {
                    outside[e] = outsideTag + elementWeight[e];
                }
                outside[e] -= weight[i];
            }
        }
    }

    /** Updates variable i after p was eliminated; returns the weight eliminated together with p (mass elimination). */
    private int update(int i, int p, int cliqueWeight, int eliminated) {
        int bound = 0;
        int sum = p;
        int kept = 0;
        int[] e = elements[i];
        for (int k = 0; k < elementCount[i]; k++) {
            // Elements inside the new clique are redundant: absorb them as well.
            if (members[e[k]] != null) {
                if (outside[e[k]] > outsideTag) {
                    bound += outside[e[k]] - outsideTag;
                    sum += e[k];
                    e[kept++] = e[k];
                } else {
                    members[e[k]] = null;
                }
            }
        }
        int left = 0;
        int[] v = variables[i];
        for (int k = 0; k < variableCount[i]; k++) {
            int j = v[k];
            if (weight[j] > 0 && mark[j] != tag) {
                bound += weight[j];
                sum += j;
                v[left++] = j;
            }
        }
        variableCount[i] = left;
        if (kept == 0 && left == 0) {
            int gone = weight[i];
            emit(i);
            weight[i] = 0;
            return gone;
        }
        if (kept == e.length) {
            elements[i] = Arrays.copyOf(e, 2 * kept);
        }
        elements[i][kept] = p;
        elementCount[i] = kept + 1;
        int others = cliqueWeight - weight[i];
        degree[i] = Math.max(0, Math.min(degree[i] - eliminated + others, bound + others));
        hash[i] = Math.floorMod(sum, n);
        return 0;
    }

    /** Merges variables of the clique with the same neighbouring elements and variables. */
    private void mergeEqual(int[] clique) {
        for (int i : clique) {
            if (weight[i] > 0) {
                hashNext[i] = hashHead[hash[i]];
                hashHead[hash[i]] = i;
            }
        }
        for (int i : clique) {
            if (weight[i] == 0) {
                continue;
            }
            int head = hashHead[hash[i]];
            hashHead[hash[i]] = NONE;
            for (int a = head; a != NONE; a = hashNext[a]) {
                if (weight[a] > 0 && hashNext[a] != NONE) {
                    absorbTwins(a);
                }
            }
        }
    }

    private void absorbTwins(int a) {
        tag++;
        for (int k = 0; k < elementCount[a]; k++) {
            mark[elements[a][k]] = tag;
        }
        for (int k = 0; k < variableCount[a]; k++) {
            mark[variables[a][k]] = tag;
        }
        for (int b = hashNext[a]; b != NONE; b = hashNext[b]) {
            if (weight[b] > 0 && sameNeighbours(a, b)) {
                weight[a] += weight[b];
                degree[a] -= weight[b];
                weight[b] = 0;
                nextMerged[lastMerged[a]] = b;
                lastMerged[a] = lastMerged[b];
            }
        }
    }

    private boolean sameNeighbours(int a, int b) {
        if (elementCount[a] != elementCount[b] || variableCount[a] != variableCount[b]) {
            return false;
        }
        for (int k = 0; k < elementCount[b]; k++) {
            if (mark[elements[b][k]] != tag) {
                return false;
            }
        }
        for (int k = 0; k < variableCount[b]; k++) {
            if (mark[variables[b][k]] != tag) {
                return false;
            }
        }
        return true;
    }

    private void keepLiving(int p, int[] clique) {
        int size = 0;
        int total = 0;
        for (int i : clique) {
            if (weight[i] > 0) {
                clique[size++] = i;
                total += weight[i];
            }
        }
        members[p] = size == clique.length ? clique : Arrays.copyOf(clique, size);
        elementWeight[p] = total;
        for (int k = 0; k < size; k++) {
            int i = clique[k];
            degree[i] = Math.max(0, Math.min(degree[i], n - ordered - weight[i]));
            lists.insert(i, degree[i]);
        }
    }

    private void emit(int p) {
        for (int i = p; i != NONE; i = nextMerged[i]) {
            order[ordered++] = i;
        }
    }

    /** Variables by degree, doubly linked. */
    private static final class DegreeLists {
        private final int[] head;
        private final int[] next;
        private final int[] previous;
        private int smallest;

        DegreeLists(int n) {
            head = new int[n + 1];
            next = new int[n];
            previous = new int[n];
            Arrays.fill(head, NONE);
        }

        void insert(int i, int degree) {
            next[i] = head[degree];
            previous[i] = NONE;
            if (head[degree] != NONE) {
                previous[head[degree]] = i;
            }
            head[degree] = i;
            smallest = Math.min(smallest, degree);
        }

        void remove(int i, int degree) {
            if (previous[i] == NONE) {
                head[degree] = next[i];
            } else {
                next[previous[i]] = next[i];
            }
            if (next[i] != NONE) {
                previous[next[i]] = previous[i];
            }
        }

        int takeSmallest() {
            while (head[smallest] == NONE) {
                smallest++;
            }
            int i = head[smallest];
            remove(i, smallest);
            return i;
        }
    }
}
