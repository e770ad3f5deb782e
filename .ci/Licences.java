import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Looks through the bills of materials that the build has made: every library that users get has a licence that is
 * allowed, and docs/dependencies.md lists it. Run from the root of the project after ./mvnw verify:
 *
 * <pre>java .ci/Licences.java [--write]</pre>
 *
 * With --write the list is made anew. Ends with 1 if something is wrong.
 */
final class Licences {
    private static final Map<String, String> MODULES = new LinkedHashMap<>();
    private static final Path PAGE = Path.of("docs", "dependencies.md");
    private static final String BEGIN = "<!-- made by .ci/Licences.java -->\n";
    private static final String END = "<!-- end of what is made -->\n";
    private static final String OWN_GROUP = "dev.kvlease";

    /** What allows any use and asks for no more than a notice; and MPL, which asks for changes of its own files only. */
    private static final Set<String> ALLOWED =
            Set.of("Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "MIT", "MPL-2.0");

    /** Allowed too for what only the demo brings: Kafka's Connect worker, unchanged and as Kafka itself hands it out. */
    private static final Set<String> ALLOWED_IN_THE_DEMO = Set.of("CDDL-1.0", "CDDL-1.1", "EPL-2.0");

    /** Libraries whose poms name no licence; it is in their jars. */
    private static final Map<String, List<String>> UNNAMED =
            Map.of("javax.activation:javax.activation-api", List.of("CDDL-1.1"));

    /** Names in poms that are no SPDX ids. */
    private static final Map<String, String> NAMES =
            Map.of("Go License", "BSD-3-Clause", "Mozilla Public License version 2.0", "MPL-2.0");

    static {
        MODULES.put("streams-app", "application");
        MODULES.put("read-gate", "read gate");
        MODULES.put("connectors", "connectors");
        MODULES.put("demo", "demo");
    }

    private record Library(String name, List<String> licences, Set<String> usedBy) {
        boolean isAllowed(String licence) {
            return ALLOWED.contains(licence) || (usedBy.equals(Set.of("demo")) && ALLOWED_IN_THE_DEMO.contains(licence));
        }
    }

    public static void main(String[] args) throws Exception {
        Map<String, Library> libraries = new TreeMap<>();
        for (Map.Entry<String, String> module : MODULES.entrySet()) {
            read(Path.of(module.getKey(), "target", "bom.xml"), module.getValue(), libraries);
        }
        List<String> problems = new ArrayList<>();
        libraries.values().stream()
                .filter(library -> library.licences().stream().noneMatch(library::isAllowed))
                .forEach(library -> problems.add(library.name() + ": none of its licences is allowed: "
                        + library.licences() + ". Leave it out, or decide on the licence in .ci/Licences.java"));
        String page = Files.readString(PAGE);
        String expected = page.substring(0, page.indexOf(BEGIN)) + BEGIN + table(libraries.values())
                + page.substring(page.indexOf(END));
        if (args.length > 0 && args[0].equals("--write")) {
            Files.writeString(PAGE, expected);
        } else if (!page.equals(expected)) {
            problems.add(PAGE + " is not what the build uses: java .ci/Licences.java --write makes the list anew");
        }
        problems.forEach(System.err::println);
        System.out.println(libraries.size() + " libraries, " + problems.size() + " problems");
        System.exit(problems.isEmpty() ? 0 : 1);
    }

    private static void read(Path bom, String usedBy, Map<String, Library> libraries) throws Exception {
        if (!Files.exists(bom)) {
            throw new IOException(bom + " is missing: ./mvnw verify makes it, not offline");
        }
        NodeList parts = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(bom.toFile())
                .getDocumentElement()
                .getChildNodes();
        for (int i = 0; i < parts.getLength(); i++) {
            if (parts.item(i).getNodeName().equals("components")) {
                readComponents((Element) parts.item(i), usedBy, libraries);
            }
        }
    }

    private static void readComponents(Element parent, String usedBy, Map<String, Library> libraries) {
        NodeList components = parent.getElementsByTagName("component");
        for (int i = 0; i < components.getLength(); i++) {
            Element component = (Element) components.item(i);
            String group = text(component, "group").get(0);
            if (!group.equals(OWN_GROUP)) {
                String name = group + ":" + text(component, "name").get(0);
                String row = "`" + name + "` | " + text(component, "version").get(0);
                libraries
                        .computeIfAbsent(row, key -> new Library(
                                row, UNNAMED.getOrDefault(name, licences(component)), new TreeSet<>()))
                        .usedBy()
                        .add(usedBy);
            }
        }
    }

    private static List<String> licences(Element component) {
        NodeList found = component.getElementsByTagName("license");
        List<String> licences = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++) {
            Element licence = (Element) found.item(i);
            List<String> ids = text(licence, "id");
            String name = ids.isEmpty() ? text(licence, "name").get(0) : ids.get(0);
            licences.add(NAMES.getOrDefault(name, name));
        }
        return licences;
    }

    private static List<String> text(Element parent, String tag) {
        List<String> texts = new ArrayList<>();
        NodeList found = parent.getElementsByTagName(tag);
        for (int i = 0; i < found.getLength(); i++) {
            texts.add(found.item(i).getTextContent().strip());
        }
        return texts;
    }

    private static String table(Iterable<Library> libraries) {
        StringBuilder table = new StringBuilder("\n| library | version | licence | in |\n|---|---|---|---|\n");
        for (Library library : libraries) {
            String chosen =
                    library.licences().stream().filter(library::isAllowed).findFirst().orElse("NOT ALLOWED");
            String others = library.licences().stream()
                    .filter(other -> !other.equals(chosen))
                    .collect(Collectors.joining(", "));
            table.append("| ").append(library.name()).append(" | ").append(chosen);
            table.append(others.isEmpty() ? "" : " (also: " + others + ")");
            table.append(" | ").append(String.join(", ", library.usedBy())).append(" |\n");
        }
        return table.append('\n').toString();
    }
}
