package dev.kvlease.app.explain;

import java.util.List;

/** Says of an empty case what there is instead. */
public final class NothingFound {
    private NothingFound() {}

    /**
     * What is missing, and the ids most like it.
     *
     * @param file a case with nothing to explain
     * @return one sentence
     */
    public static String words(CaseFile file) {
        String holder = file.query().holder();
        String request = file.query().request();
        if (file.isHistoryOnly()) {
            return "all that is told of request " + request + " of holder " + holder + " lies before --from";
        }
        if (!file.otherHolders().isEmpty()) {
            return "holder " + holder + " has no request " + request + ", but there is one at "
                    + String.join(", ", file.otherHolders());
        }
        if (!file.nearHolders().contains(holder)) {
            return "no record of a holder " + holder + near("the holders", file.nearHolders());
        }
        if (!file.nearRequests().contains(request)) {
            return "holder " + holder + " has no request " + request + near("its requests", file.nearRequests());
        }
        return "request " + request + " of holder " + holder + " has no such read" + near("its reads", List.of());
    }

    private static String near(String what, List<String> ids) {
        return ids.isEmpty() ? "" : "; most like it of " + what + ": " + String.join(", ", ids);
    }
}
