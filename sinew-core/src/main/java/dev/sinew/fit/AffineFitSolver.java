package dev.sinew.fit;

import dev.sinew.math.Workers;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.solve.*;
import java.util.*;

public final class AffineFitSolver {
    static double od(String k, double v) { String s = System.getProperty("x." + k); return s == null ? v : Double.parseDouble(s); }
    static boolean verbose = System.getProperty("x.v") != null;
    long t0 = System.nanoTime();
    void say(String what, double e, double lost, double n) { if (verbose) System.out.printf("  %-12s %.4f total %.4f  %.0f ms%n", what, 1000 * Math.sqrt(e / n), 1000 * Math.sqrt((e+lost) / n), (System.nanoTime() - t0) / 1e6); }

    public double solve(MeshSequence seq, int B, Workers workers) {
        NormalisedSequence a = new NormalisedSequence(seq);
        int F = seq.frameCount(), N = seq.vertexCount(), K = 4;
        ReducedSequence red = ReducedSequence.of(a, od("eps", 0.25) * 1e-3, (int) Math.max(64, od("dims", 5) * B), 1, workers);
        if (verbose) System.out.printf("d %d lost %.3f %.0f ms%n", red.dimensions(), 1000 * Math.sqrt(red.lostSquared() / (3.0 * N * F)), (System.nanoTime() - t0) / 1e6);
        double lostAll = red.lostSquared();
        int ns = (int) Math.min(N, Math.max(od("minsample", 3000), od("perbone", 100) * B));
        VertexSample sample = VertexSample.of(N, ns, 1);
        Trajectories ys; double[] us;
        int pd = Math.min(red.dimensions(), (int) od("pd", 1000));
        { ys = rowsOf(sample, red.coordinates(), pd); us = pick(sample, a.rest()); }
        double nn = 3.0 * ns * F, nAll = 3.0 * N * F;
        double lost = lostAll * ns / N;
        double pull = od("mu", 0.001) * F;
        SkinState st = new SkinState(K, us.clone());
        int B0 = (int) Math.ceil(B * od("over", 1.5));
        seed(st, us, B0);
        AlternatingPass keep = new AlternatingPass(ys, st, us, Double.POSITIVE_INFINITY, workers);
        AlternatingPass pass = new AlternatingPass(ys, st, us, pull, workers);
        AlternatingPass.Done done = keep.sumUp(B0);
        int km = (int) od("km", 5);
        double[] t = null;
        for (int k = 0; k < km; k++) { t = done.solveTransforms(1e-7, t); done = keep.run(BoneForms.of(B0, ys.dimensions(), t), AlternatingPass.Mode.SELECT, 1); }
        say("kmeans", done.squaredError(), lost, nn);
        Momentum mom = new Momentum();
        int cur = B0; int per = (int) od("per", 3);
        int selEvery = (int) od("sel", 1);
        int it = 0;
        BoneForms forms = null;
        while (true) {
            for (int k = 0; k < per; k++, it++) { t = done.solveTransforms(1e-9, t); forms = BoneForms.of(cur, ys.dimensions(), mom.extrapolate(t)); done = pass.run(forms, AlternatingPass.Mode.SELECT, K); mom.hear(done.squaredError()); }
            say("B " + cur, done.squaredError(), lost, nn);
            if (cur <= B) break;
            double[] cost = pass.removalCosts(forms);
            int go = Math.min(cur - B, (int) Math.max(1, Math.round(od("pr", 0.25) * B)));
            Integer[] ix = new Integer[cur]; for (int j = 0; j < cur; j++) ix[j] = j; Arrays.sort(ix, Comparator.comparingDouble(j -> cost[j]));
            boolean[] gone = new boolean[cur]; for (int c = 0; c < go; c++) gone[ix[c]] = true;
            int[] map = new int[cur]; int m = 0; for (int j = 0; j < cur; j++) map[j] = gone[j] ? -1 : m++;
            double[] t2 = new double[ys.dimensions() * 4 * m]; for (int k = 0; k < ys.dimensions(); k++) for (int j = 0; j < cur; j++) if (map[j] >= 0) System.arraycopy(forms.t(), k * 4 * cur + 4 * j, t2, k * 4 * m + 4 * map[j], 4);
            st.renumber(map); cur = m; mom.restart(); t = t2;
            forms = BoneForms.of(cur, ys.dimensions(), t);
            done = keep.run(forms, AlternatingPass.Mode.SELECT, K);
            say("pruned " + cur, done.squaredError(), lost, nn);
            if (verbose) { double su = 0; for (int c = 0; c < go; c++) su += cost[ix[c]]; System.out.println("predicted rise " + su/nn*1e6 + " costs " + cost[ix[0]]/nn*1e6 + " .. " + cost[ix[go]]/nn*1e6+" last "+cost[ix[ix.length-1]]/nn*1e6); }
        }
        int its = (int) od("iters", 12);
        for (int k = 0; k < its; k++, it++) { t = done.solveTransforms(1e-9, t); forms = BoneForms.of(cur, ys.dimensions(), mom.extrapolate(t)); done = pass.run(forms, k % selEvery == 0 ? AlternatingPass.Mode.SELECT : AlternatingPass.Mode.REFIT, K); mom.hear(done.squaredError()); say("it"+k,done.squaredError(),lost,nn);}
        say("sampled", done.squaredError(), lost, nn);
        if (ns < N || pd < red.dimensions()) {
            SkinState all = new SkinState(K, a.rest().clone());
            AlternatingPass full = new AlternatingPass(red.coordinates(), all, a.rest(), pull, workers);
            if (pd < red.dimensions()) {
                Trajectories yd = rowsOf(sample, red.coordinates(), red.dimensions());
                t = new AlternatingPass(yd, st, us, pull, workers).sumUp(cur).solveTransforms(1e-9, null);
                forms = BoneForms.of(cur, red.dimensions(), t); ys = yd;
            }
            done = full.run(forms, AlternatingPass.Mode.SELECT, K);
            say("to full", done.squaredError(), lostAll, nAll);
            done = full.run(forms, AlternatingPass.Mode.REFIT, K);
            done = full.run(forms, AlternatingPass.Mode.SELECT, K);
            say("to full", done.squaredError(), lostAll, nAll);
            mom.restart();
            st = all; pass = full;
        }
        int itf = (int) od("full", 10);
        for (int k = 0; k < itf; k++, it++) { t = done.solveTransforms(1e-9, t); forms = BoneForms.of(cur, ys.dimensions(), mom.extrapolate(t)); done = pass.run(forms, k % selEvery == 0 ? AlternatingPass.Mode.SELECT : AlternatingPass.Mode.REFIT, K); mom.hear(done.squaredError()); }
        say("full", done.squaredError(), lostAll, nAll);
        AlternatingPass pol = new AlternatingPass(a, st, a.rest(), pull, workers);
        done = pol.sumUp(cur);
        double e = 0;
        t = null;
        for (int k = 0; k < (int) od("pol", 2); k++) { t = done.solveTransforms(1e-9, t); done = pol.run(BoneForms.of(cur, a.dimensions(), t), AlternatingPass.Mode.REFIT, K); e = done.squaredError(); say("polish", e, 0, nAll); }
        if (verbose) System.out.printf("end %.4f  %.0f ms%n", 1000 * Math.sqrt(e / nAll), (System.nanoTime() - t0) / 1e6);
        return e;
    }
    static Trajectories rowsOf(VertexSample s, Trajectories t, int d) { return s.rowsOf(t, d); }
    static double[] pick(VertexSample s, double[] x) { return s.positionsOf(x); }
    static void seed(SkinState st, double[] u, int B) {
        int n = u.length / 3; double[] D = new double[n]; Arrays.fill(D, 1e300); int[] lab = new int[n]; int cur = (int) (od("seed", 0) * n / 7 % n);
        for (int p = 0; p < B; p++) { int far = 0; for (int i = 0; i < n; i++) { double q = 0; for (int x = 0; x < 3; x++) { double t = u[3 * i + x] - u[3 * cur + x]; q += t * t; } if (q < D[i]) { D[i] = q; lab[i] = p; } if (D[i] > D[far]) far = i; } cur = far; }
        for (int i = 0; i < n; i++) st.attach(i, lab[i]);
    }
}
