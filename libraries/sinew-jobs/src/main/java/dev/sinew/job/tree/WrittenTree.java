package dev.sinew.job.tree;

import dev.sinew.io.parts.WrittenModel;
import java.util.LinkedHashMap;
import java.util.Map;

/** How large a file is and what for, by name. */
public final class WrittenTree {
    private WrittenTree() {}

    /** @param tree modified */
    public static void put(Map<String, Object> tree, WrittenModel written) {
        tree.put("fileBytes", written.bytes());
        Map<String, Object> parts = new LinkedHashMap<>();
        parts.put("mesh", written.parts().mesh());
        parts.put("weights", written.parts().weights());
        parts.put("motion", written.parts().motion());
        parts.put("shapes", written.parts().shapes());
        boolean known = !written.parts().equals(WrittenModel.Parts.UNKNOWN);
        tree.put("fileParts", known ? parts : null);
    }
}
