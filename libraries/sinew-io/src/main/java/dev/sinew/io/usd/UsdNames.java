package dev.sinew.io.usd;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Names as USD allows them, letters, digits and underscores, each given once. */
final class UsdNames {
    private final Set<String> taken = new HashSet<>();

    String unused(String wanted, String ifEmpty) {
        String plain = wanted.replaceAll("[^A-Za-z0-9_]", "_");
        String name = plain.isEmpty() ? ifEmpty : Character.isDigit(plain.charAt(0)) ? "_" + plain : plain;
        String free = name;
        // Some programs do not tell capitals from small letters.
        for (int k = 1; !taken.add(free.toLowerCase(Locale.ROOT)); k++) {
            free = name + "_" + k;
        }
        return free;
    }
}
