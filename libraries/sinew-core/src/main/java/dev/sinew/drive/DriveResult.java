package dev.sinew.drive;

import dev.sinew.model.Drivers;
import dev.sinew.model.SkinnedModel;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What was learnt.
 *
 * @param model the model with its helpers attached to their reference bones. The drivers move them in every clip without a sequence. Where
 *     even fixed offsets are worse than a skin without helpers, that skin
 * @param drivers empty if nothing carries over to motion that was left out
 * @param leftOut one entry per example, or per quarter of the only one: errors where it took no part in learning the drivers
 * @param notes sentences for the user
 */
public record DriveResult(SkinnedModel model, Optional<Drivers> drivers, List<LeftOut> leftOut, List<String> notes) {
    public DriveResult {
        Objects.requireNonNull(model);
        Objects.requireNonNull(drivers);
        leftOut = List.copyOf(leftOut);
        notes = List.copyOf(notes);
    }

    /**
     * Errors in motion that the drivers were not learnt from, in percent of the size.
     *
     * @param clip its name
     * @param from first frame
     * @param frames number of frames
     * @param solved with the helpers as they were solved for this very motion: the bound
     * @param attached with helpers at fixed offsets to their reference bones
     * @param driven with the drivers; NaN without drivers
     * @param plain without helper bones; NaN if unknown
     */
    public record LeftOut(
            String clip, int from, int frames, double solved, double attached, double driven, double plain) {}
}
