package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.Models;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.model.TwoLayerWeights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Files with SINEW_two_layer under the verbs: measured as they play in two layers, the fallback's figure beside it. */
class TwoLayerVerbsTest {
    @TempDir
    Path folder;

    private Path mesh;
    private Path layered;
    private double wanted;

    /** A fitted model whose layers hold its weights exactly, and whose fallback has one bone per vertex. */
    @BeforeEach
    void writeModel() throws IOException {
        mesh = Fixtures.sequence(folder, "sheet", 9);
        Path fitted = folder.resolve("fitted.glb");
        wanted = done("fit", mesh, "--bones", 4, "-o", fitted, "--json", "-")
                .json()
                .at("/error/erms")
                .asDouble();
        SkinnedModel model = Models.read(fitted);
        layered = folder.resolve("layered.glb");
        Models.write(ModelDocument.of(new TwoLayerModel(rigid(model), layers(model))), layered);
    }

    private static SinewRun done(Object... arguments) {
        SinewRun run = SinewRun.of(arguments);
        assertThat(run.code()).as(run.said()).isZero();
        return run;
    }

    private static SkinnedModel rigid(SkinnedModel model) {
        int n = model.vertexCount();
        int[] strongest = new int[n];
        Arrays.setAll(
                strongest, i -> model.weights().bones()[i * model.weights().influences()]);
        double[] ones = new double[n];
        Arrays.fill(ones, 1);
        return new SkinnedModel(
                model.rest(), SkinWeights.of(1, strongest, ones), model.skeleton(), model.boneType(), model.clips());
    }

    /** One virtual bone per vertex. */
    private static TwoLayerWeights layers(SkinnedModel model) {
        SkinWeights weights = model.weights();
        int n = model.vertexCount();
        int[] virtual = new int[2 * n];
        double[] coefficients = new double[2 * n];
        for (int i = 0; i < n; i++) {
            virtual[2 * i] = i;
            coefficients[2 * i] = 1;
        }
        return TwoLayerWeights.of(
                model.boneCount(), weights.influences(), weights.bones(), weights.weights(), virtual, coefficients);
    }

    @Test
    void linearizeRejectsTwoLayers() {
        Path out = folder.resolve("linear.glb");
        SinewRun run = SinewRun.of("linearize", layered, "--blend-bones", 2, "--operator", "sdqs", "-o", out);
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err()).contains("has its weights in two layers");
        assertThat(out).doesNotExist();
    }

    @Test
    void evaluateMeasuresTheLayersAndTheFallback() {
        SinewRun run = done("evaluate", layered, "--against", mesh, "--json", "-");
        JsonNode json = run.json();
        assertThat(json.at("/error/erms").asDouble()).isEqualTo(wanted, within(1e-3 * wanted));
        assertThat(json.at("/error/fallback/erms").asDouble()).isGreaterThan(2 * wanted);
        assertThat(json.at("/error/fallback/max/vertex").isInt()).isTrue();
        assertThat(json.at("/result/virtualBones").asInt()).isEqualTo(Fixtures.VERTICES);
        assertThat(json.at("/result/bonesPerVertex").asDouble())
                .isEqualTo(2.0 + json.at("/result/atomInfluences").asInt());
        assertThat(done("evaluate", layered, "--against", mesh).out()).contains("fallback  ");
    }

    @Test
    void aPlainModelHasNoFallback() {
        JsonNode json = done("evaluate", folder.resolve("fitted.glb"), "--against", mesh, "--json", "-")
                .json();
        assertThat(json.at("/error/fallback").isNull()).isTrue();
    }

    @Test
    void infoTellsOfTheLayers() {
        assertThat(done("info", layered).out()).containsPattern("two layers +144 virtual bones of up to");
        assertThat(done("info", layered, "--json", "-")
                        .json()
                        .at("/result/virtualBones")
                        .asInt())
                .isEqualTo(144);
    }

    @Test
    void theReportShowsBoth() throws IOException {
        Path page = folder.resolve("report.html");
        Path picture = folder.resolve("report.png");
        done("evaluate", layered, "--against", mesh, "--report", page, "--picture", picture);
        assertThat(picture).isNotEmptyFile();
        assertThat(Files.readString(page)).contains("\"kind\":\"twoLayer\"", "\"name\":\"fallback\"");
    }
}
