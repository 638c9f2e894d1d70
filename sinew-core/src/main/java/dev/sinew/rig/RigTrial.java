package dev.sinew.rig;
import dev.sinew.math.Workers;
import dev.sinew.mesh.*;
import dev.sinew.model.BoneType;
import dev.sinew.solve.*;
import java.util.*;
public final class RigTrial {
    public static void run(MeshSequence sequence, int clusters, double omega, double pull0, int minB) {
        Workers workers = new Workers(2);
        long t0=System.nanoTime();
        NormalisedSequence ns = new NormalisedSequence(sequence);
        int F=ns.frameCount();
        ReducedSequence red = ReducedSequence.of(ns, 0.25e-3, 256, 1, workers);
        double pull = pull0<0? Double.POSITIVE_INFINITY : pull0*F;
        SkinState state = new SkinState(4, ns.rest().clone());
        RigidTransforms free = RigidTransforms.reduced(BoneType.RIGID, red.basisRows(), F, 3);
        RigidClusters rc = new RigidClusters(red.coordinates(), state, free, workers);
        int count = rc.split(clusters);
        VertexGraph g = VertexGraph.of(sequence.rest());
        int patches = rc.separatePatches(g, count, Math.max(4,(int)(Double.parseDouble(System.getProperty("patch","0.004"))*ns.vertexCount())));
        double diag = diag(sequence);
        double k = 100*Math.sqrt(3)/ (ns.scale()*diag);
        System.out.printf("d=%d clusters %d patches %d  %.2fs%n", red.dimensions(), count, patches, (System.nanoTime()-t0)/1e9);
        Optional<Smoothness> sm = omega>0 ? Optional.of(Smoothness.of(sequence, omega, workers)) : Optional.empty();
        AlternatingPass pass = new AlternatingPass(red.coordinates(), state, ns.rest(), pull, sm, workers);
        Alternation alt = new Alternation(pass, free, patches);
        for (int s=0;s<10;s++) alt.step(AlternatingPass.Mode.SELECT, Math.min(4,1+s/3));
        System.out.printf("free %d: %.4f%%  %.2fs%n", patches, k*rms(alt.squaredError()+red.lostSquared(), ns), (System.nanoTime()-t0)/1e9);
        if (Boolean.getBoolean("freeprune")) {
            int per=Integer.getInteger("per",4);
            final Alternation[] alt2={alt};
            while (alt.boneCount()>minB) { int w=Math.max(minB, alt.boneCount()-per); 
              double[] cs = pass.removalCosts(alt.bones()); Arrays.sort(cs); double ee=alt.squaredError()+red.lostSquared(); double[] sq = new double[alt.boneCount()]; for (int x=0;x<state.bones().length;x++) sq[state.bones()[x]] += state.weights()[x]*state.weights()[x]; Arrays.sort(sq);
              if (Boolean.getBoolean("curve")) System.out.printf("  %d: %.4f  cost %.3f %.3f %.3f  mass %.4f %.4f  ED %.3e ES %.3e total %.4e%n", alt.boneCount(), k*rms(ee,ns), cs[0]/ee, cs[1]/ee, cs[2]/ee, sq[0]/sq[sq.length-1], sq[1]/sq[sq.length-1], ee/ns.vertexCount()/F, sm.map(q->q.energy(state,alt2[0].boneCount())).orElse(0.0)/ns.vertexCount()/F, (ee+sm.map(q->q.energy(state,alt2[0].boneCount())).orElse(0.0))/ns.vertexCount()/F);
              alt.removeLeastUseful(w);
              for (int s=0;s<6;s++) alt.step(s%3==0? AlternatingPass.Mode.SELECT: AlternatingPass.Mode.REFIT, 4); }
            for (int s=0;s<Integer.getInteger("freeits",6);s++) alt.step(s%3==0? AlternatingPass.Mode.SELECT: AlternatingPass.Mode.REFIT, 4);
            System.out.printf("free %d: %.4f%%  %.2fs%n", alt.boneCount(), k*rms(alt.squaredError()+red.lostSquared(), ns), (System.nanoTime()-t0)/1e9);
        }
        double[] T = alt.bones().transforms(); int B=alt.boneCount();
        BoneTree tree = null;
        while (true) {
            double[] gram = pass.sumUp(B).equations().symmetricGram();
            tree = new SpanningTree(B, F, gram, T).find();
            ArticulatedTransforms at = new ArticulatedTransforms(tree, new JointStep(Double.parseDouble(System.getProperty("gamma","1e-3"))), red.basisRows(), F, Integer.getInteger("nw",1));
            alt = new Alternation(pass, at, free.forms(B, T, workers));
            int its = Integer.getInteger("its", 6);
            for (int s=0;s<its;s++) alt.step(s%3==0? AlternatingPass.Mode.SELECT: AlternatingPass.Mode.REFIT, 4);
            double e = k*rms(alt.squaredError()+red.lostSquared(), ns);
            double[] costs = pass.removalCosts(alt.bones());
            double[] sq = new double[B]; for (int x=0;x<state.bones().length;x++) sq[state.bones()[x]] += state.weights()[x]*state.weights()[x];
            double mx = Arrays.stream(sq).max().getAsDouble(), mn=Arrays.stream(sq).min().getAsDouble();
            double least = Arrays.stream(costs).min().getAsDouble();
            System.out.printf("tree %d: %.4f%%  leastcost d%.4f  minmass/max %.4f  %.2fs%n", B, e, k*rms(alt.squaredError()+red.lostSquared()+least, ns)-e, mn/mx, (System.nanoTime()-t0)/1e9);
            if (B<=minB) break;
            int remove = Math.max(1, B/ 16); if (B<=30) remove=1;
            Integer[] idx = new Integer[B]; for (int j=0;j<B;j++) idx[j]=j;
            Arrays.sort(idx, Comparator.comparingDouble(j->costs[j]));
            int[] ni = new int[B]; for (int r=0;r<remove;r++) ni[idx[r]]=-1; int nx=0; for (int j=0;j<B;j++) ni[j]= ni[j]<0?-1:nx++;
            double[] old = alt.bones().transforms(); double[] nt = new double[3*F*4*nx];
            for (int r=0;r<3*F;r++) for (int j=0;j<B;j++) if (ni[j]>=0) System.arraycopy(old, r*4*B+4*j, nt, r*4*nx+4*ni[j], 4);
            state.renumber(ni); 
            T=nt; B=nx;
            // vertices without bones choose
            SkinState st=state;
            pass.run(free.forms(B,T,workers), AlternatingPass.Mode.SELECT, 4);
        }
        workers.close();
    }
    static double rms(double sq, NormalisedSequence ns) { return Math.sqrt(sq/((double)ns.vertexCount()*ns.dimensions())); }
    static double diag(MeshSequence s) { float[] p=s.rest().positions(); double[] lo={1e9,1e9,1e9}, hi={-1e9,-1e9,-1e9}; for(int i=0;i<p.length;i++){lo[i%3]=Math.min(lo[i%3],p[i]);hi[i%3]=Math.max(hi[i%3],p[i]);} return Math.sqrt(Math.pow(hi[0]-lo[0],2)+Math.pow(hi[1]-lo[1],2)+Math.pow(hi[2]-lo[2],2)); }
}
