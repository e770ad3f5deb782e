package dev.kvlease.app.eventfile;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

/** Compressed files: known by their first bytes when they are read, by their names when they are written. */
public final class Compression {
    /** What the names of files end with that are compressed with gzip. */
    public static final String GZIP_SUFFIX = ".gz";

    /** What the names of files end with that are compressed with zstd. */
    public static final String ZSTD_SUFFIX = ".zst";

    private static final int MAGIC_BYTES = 4;
    private static final int GZIP_MAGIC = 0x1f8b;
    private static final int ZSTD_MAGIC = 0x28b52ffd;
    /** The library has the same error code for a missing end as for damage. */
    private static final String ZSTD_CUT_OFF = "Truncated source";

    private static final int BUFFER_BYTES = 1 << 16;

    private Compression() {}

    /**
     * Unpacks what is packed with gzip or zstd and leaves other bytes as they are.
     *
     * @param in the bytes of a file
     * @return the bytes within; reading throws {@link DamagedInputException} where packed ones are cut off or damaged
     * @throws IOException if the stream cannot be read
     */
    public static InputStream unpacked(InputStream in) throws IOException {
        BufferedInputStream buffered = new BufferedInputStream(in, BUFFER_BYTES);
        int magic = magic(buffered);
        if (magic >>> Short.SIZE == GZIP_MAGIC) {
            return new Unpacking(opened(() -> new GZIPInputStream(buffered, BUFFER_BYTES)));
        }
        if (magic == ZSTD_MAGIC) {
            return new Unpacking(opened(() -> new ZstdInputStream(buffered)));
        }
        return buffered;
    }

    private static int magic(BufferedInputStream in) throws IOException {
        in.mark(MAGIC_BYTES);
        byte[] first = in.readNBytes(MAGIC_BYTES);
        in.reset();
        int magic = 0;
        for (int i = 0; i < MAGIC_BYTES; i++) {
            magic = magic << Byte.SIZE | (i < first.length ? first[i] & 0xff : 0);
        }
        return magic;
    }

    /**
     * Packs what is written, if the file's name says so.
     *
     * @param name a file name
     * @param out where its bytes go
     * @return a stream that closes the other
     * @throws IOException if the stream cannot be written
     */
    public static OutputStream packed(String name, OutputStream out) throws IOException {
        if (name.endsWith(GZIP_SUFFIX)) {
            return new GZIPOutputStream(out, BUFFER_BYTES);
        }
        return name.endsWith(ZSTD_SUFFIX) ? new ZstdOutputStream(out) : out;
    }

    private interface Opening {
        InputStream open() throws IOException;
    }

    private static InputStream opened(Opening opening) throws IOException {
        try {
            return opening.open();
        } catch (EOFException e) {
            throw cutOff(e);
        } catch (ZipException | ZstdIOException e) {
            throw damaged(e);
        }
    }

    private static DamagedInputException cutOff(IOException cause) {
        return new DamagedInputException("the compressed data is cut off here; what came before has been read", cause);
    }

    private static DamagedInputException damaged(IOException cause) {
        return new DamagedInputException(
                "the compressed data is damaged here (" + cause.getMessage() + "); what came before has been read",
                cause);
    }

    /** Says in plain words where packed bytes end too early or are damaged. */
    private static final class Unpacking extends FilterInputStream {
        Unpacking(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            try {
                return super.read(buffer, offset, length);
            } catch (EOFException e) {
                throw cutOff(e);
            } catch (ZipException e) {
                throw damaged(e);
            } catch (ZstdIOException e) {
                throw isCutOff(e) ? cutOff(e) : damaged(e);
            }
        }

        private static boolean isCutOff(ZstdIOException e) {
            return ZSTD_CUT_OFF.equals(e.getMessage());
        }
    }
}
