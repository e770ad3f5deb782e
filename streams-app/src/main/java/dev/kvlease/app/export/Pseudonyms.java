package dev.kvlease.app.export;

import dev.kvlease.core.common.Ids;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Other names for ids: the same id has the same name wherever it stands, and nobody without the key finds the id. An id that
 * the rules refuse gets a name that they refuse.
 */
public final class Pseudonyms {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int NAME_BYTES = 8;
    private static final String INVALID = "\u0001";

    private final Mac mac;

    /**
     * Names under a key.
     *
     * @param key what makes the names unguessable; the same key gives the same names
     */
    public Pseudonyms(byte[] key) {
        try {
            mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("a key needs at least one byte", e);
        }
    }

    /**
     * The other name of an id.
     *
     * @param kind what the id names, for people; not part of what is hidden
     * @param id the id
     * @return the name; empty for an empty id
     */
    public String of(String kind, String id) {
        if (id.isEmpty()) {
            return id;
        }
        byte[] hash = mac.doFinal(id.getBytes(StandardCharsets.UTF_8));
        String name = kind + "-" + HexFormat.of().formatHex(hash, 0, NAME_BYTES);
        return Ids.isValid(id) ? name : name + INVALID;
    }
}
