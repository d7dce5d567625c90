package io.tidemark.connectors.filesystem;

import io.tidemark.connectors.format.DataFile;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Lists the files that a path stands for: one file, the files directly in a directory, or those that a pattern matches ({@code *}, {@code ?},
 * {@code [a-z]}, {@code {a,b}} within a name, {@code **} across directories). Names that begin with {@code .} or {@code _} or end in {@code
 * .tmp} are left alone, and so are directories whose name begins so.
 *
 * <p><b>Cost</b>: an entry of every directory visited; while no directory has changed for a while, the last answer is given again.
 */
final class FileListing {

    /** How long directories must have looked unchanged before that is believed: file systems keep time coarsely. */
    private static final long COARSE_TIME_MILLIS = 3000;

    /** How deep {@code **} goes: links may lead in circles. */
    private static final int MAX_DEPTH = 32;

    private static final String PATTERN_CHARACTERS = "*?[{";

    private final Path base;
    private final @Nullable PathMatcher matcher;
    private final int depth;

    private Map<Path, Long> directoryTimes = Map.of();
    private long unchangedSinceMillis;
    private List<DataFile> listed = List.of();
    private boolean settled;

    private FileListing(Path base, @Nullable PathMatcher matcher, int depth) {
        this.base = base;
        this.matcher = matcher;
        this.depth = depth;
    }

    /**
     * Reads a path or pattern; a relative one is resolved against the working directory.
     *
     * @throws CodedException INVALID_OPTION
     */
    static FileListing of(String option) {
        int special = firstSpecial(option);
        if (special < 0) {
            return new FileListing(literal(option), null, 1);
        }
        int slash = option.lastIndexOf('/', special);
        Path base = literal(slash < 0 ? "." : option.substring(0, slash + 1));
        String pattern = option.substring(slash + 1);
        int depth = pattern.contains("**")
                ? MAX_DEPTH
                : Math.toIntExact(pattern.chars().filter(c -> c == '/').count()) + 1;
        try {
            return new FileListing(base, FileSystems.getDefault().getPathMatcher("glob:" + pattern), depth);
        } catch (PatternSyntaxException e) {
            throw CodedException.invalidOption(FilesystemConnector.PATH, option, "a path or pattern")
                    .cause(e);
        }
    }

    private static int firstSpecial(String option) {
        for (int i = 0; i < option.length(); i++) {
            if (PATTERN_CHARACTERS.indexOf(option.charAt(i)) >= 0) {
                return i;
            }
        }
        return -1;
    }

    /** A path without patterns, made absolute. */
    static Path literal(String option) {
        try {
            Path path = option.startsWith("file:") ? Path.of(URI.create(option)) : Path.of(option);
            if (!option.isBlank()) {
                return path.toAbsolutePath().normalize();
            }
        } catch (IllegalArgumentException e) {
            throw CodedException.invalidOption(
                            FilesystemConnector.PATH, option, "the path of a local file or directory")
                    .cause(e);
        }
        throw CodedException.invalidOption(FilesystemConnector.PATH, option, "a path");
    }

    /**
     * The files that are there, in no order.
     *
     * @param nowMillis the present time
     * @throws CodedException EXTERNAL_NOT_FOUND, EXTERNAL_REJECTED
     */
    List<DataFile> list(long nowMillis) {
        try {
            if (!settled || directoriesChanged()) {
                listAnew(nowMillis);
            }
            return listed;
        } catch (NoSuchFileException | NotDirectoryException e) {
            throw CodedException.of(ErrorCode.EXTERNAL_NOT_FOUND, "no file or directory \"" + base + "\"")
                    .cause(e)
                    .hint("create it, or correct the option \"path\"");
        } catch (AccessDeniedException e) {
            throw CodedException.of(ErrorCode.EXTERNAL_REJECTED, "directory \"" + base + "\" may not be read")
                    .cause(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The file of a listing as it is now, or null if it is gone. */
    static @Nullable DataFile current(DataFile file) {
        try {
            return DataFile.of(file.path(), file.name(), Files.readAttributes(file.path(), BasicFileAttributes.class));
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean directoriesChanged() throws IOException {
        for (Map.Entry<Path, Long> directory : directoryTimes.entrySet()) {
            if (!Files.exists(directory.getKey()) || modifiedMicros(directory.getKey()) != directory.getValue()) {
                return true;
            }
        }
        return false;
    }

    private static long modifiedMicros(Path directory) throws IOException {
        return Files.getLastModifiedTime(directory).to(TimeUnit.MICROSECONDS);
    }

    private void listAnew(long nowMillis) throws IOException {
        Map<Path, Long> times = new HashMap<>();
        List<DataFile> found = new ArrayList<>();
        BasicFileAttributes attributes = Files.readAttributes(base, BasicFileAttributes.class);
        settled = attributes.isDirectory();
        if (attributes.isDirectory()) {
            visit(base, 1, times, found);
        } else if (matcher == null) {
            found.add(DataFile.of(base, String.valueOf(base.getFileName()), attributes));
        } else {
            throw new NotDirectoryException(base.toString());
        }
        if (!times.equals(directoryTimes)) {
            directoryTimes = times;
            unchangedSinceMillis = nowMillis;
        }
        settled &= nowMillis - unchangedSinceMillis >= COARSE_TIME_MILLIS;
        listed = List.copyOf(found);
    }

    private void visit(Path directory, int level, Map<Path, Long> times, List<DataFile> found) throws IOException {
        times.put(directory, modifiedMicros(directory));
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                if (!isHidden(entry)) {
                    visitEntry(entry, level, times, found);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    /** An entry that is gone by the time it is looked at was never there. */
    private void visitEntry(Path entry, int level, Map<Path, Long> times, List<DataFile> found) throws IOException {
        Path relative = base.relativize(entry);
        try {
            BasicFileAttributes attributes = Files.readAttributes(entry, BasicFileAttributes.class);
            if (attributes.isDirectory()) {
                if (level < depth) {
                    visit(entry, level + 1, times, found);
                }
            } else if (matcher == null || matcher.matches(relative)) {
                found.add(DataFile.of(entry, relative.toString(), attributes));
            }
        } catch (NoSuchFileException e) {
            settled = false;
        }
    }

    private static boolean isHidden(Path entry) {
        String name = String.valueOf(entry.getFileName());
        return name.startsWith(".") || name.startsWith("_") || name.endsWith(".tmp");
    }
}
