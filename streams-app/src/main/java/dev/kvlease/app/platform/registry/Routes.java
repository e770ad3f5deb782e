package dev.kvlease.app.platform.registry;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The REST API: which path does what, and what the answers look like. */
final class Routes {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final RegistryService service;
    private final List<Route> table;

    /**
     * A path of the API.
     *
     * @param method the HTTP method
     * @param segments its parts; an empty one is a placeholder
     * @param action what it does; a node is sent as JSON, a text as it is
     */
    record Route(String method, List<String> segments, Function<Call, Object> action) {
        boolean matches(List<String> path) {
            if (path.size() != segments.size()) {
                return false;
            }
            for (int i = 0; i < path.size(); i++) {
                if (!segments.get(i).isEmpty() && !segments.get(i).equals(path.get(i))) {
                    return false;
                }
            }
            return true;
        }

        List<String> parameters(List<String> path) {
            List<String> values = new ArrayList<>();
            for (int i = 0; i < path.size(); i++) {
                if (segments.get(i).isEmpty()) {
                    values.add(path.get(i));
                }
            }
            return values;
        }
    }

    Routes(RegistryService service) {
        this.service = service;
        this.table = Stream.of(subjectRoutes(), schemaRoutes(), levelRoutes(), modeRoutes())
                .flatMap(List::stream)
                .toList();
    }

    /**
     * The route of a request.
     *
     * @param method the HTTP method
     * @param path its decoded segments
     * @return the route
     * @throws RegistryError if there is none
     */
    Route find(String method, List<String> path) {
        List<Route> matching =
                table.stream().filter(route -> route.matches(path)).toList();
        if (matching.isEmpty()) {
            throw new RegistryError(404, "HTTP 404 Not Found");
        }
        return matching.stream()
                .filter(route -> route.method().equals(method))
                .findFirst()
                .orElseThrow(() -> new RegistryError(405, "HTTP 405 Method Not Allowed"));
    }

    private static Route route(String method, String path, Function<Call, Object> action) {
        List<String> segments = Stream.of(path.split("/"))
                .skip(1)
                .map(segment -> segment.equals("*") ? "" : segment)
                .toList();
        return new Route(method, segments, action);
    }

    private List<Route> subjectRoutes() {
        return List.of(
                route("GET", "/", call -> JSON.objectNode()),
                route("GET", "/contexts", call -> JSON.arrayNode().add(".")),
                route("GET", "/subjects", this::subjects),
                route(
                        "POST",
                        "/subjects/*",
                        call -> described(service.lookup(call.parameter(0), call.schema(), call.flag("deleted")))),
                route(
                        "DELETE",
                        "/subjects/*",
                        call -> numbers(service.deleteSubject(call.parameter(0), call.flag("permanent")))),
                route(
                        "GET",
                        "/subjects/*/versions",
                        call -> numbers(service.versions(call.parameter(0), call.flag("deleted")).stream()
                                .map(StoredSchema::version)
                                .toList())),
                route("POST", "/subjects/*/versions", this::register),
                route("GET", "/subjects/*/versions/*", call -> described(version(call))),
                route(
                        "GET",
                        "/subjects/*/versions/*/schema",
                        call -> version(call).text()),
                route("GET", "/subjects/*/versions/*/referencedby", call -> {
                    version(call);
                    return JSON.arrayNode();
                }),
                route(
                        "DELETE",
                        "/subjects/*/versions/*",
                        call -> JSON.numberNode(
                                service.deleteVersion(call.parameter(0), call.version(1), call.flag("permanent")))));
    }

    private List<Route> schemaRoutes() {
        return List.of(
                route("GET", "/schemas", this::schemas),
                route("GET", "/schemas/types", call -> JSON.arrayNode().add("AVRO")),
                route("GET", "/schemas/ids/*", this::schemaById),
                route(
                        "GET",
                        "/schemas/ids/*/schema",
                        call -> service.byId(call.id(0)).get(0).text()),
                route(
                        "GET",
                        "/schemas/ids/*/subjects",
                        call -> texts(visible(call).map(StoredSchema::subject).distinct())),
                route("GET", "/schemas/ids/*/versions", this::versionsById),
                route("GET", "/schemas/guids/*", this::schemaByGuid));
    }

    private List<Route> levelRoutes() {
        return List.of(
                route("GET", "/config", call -> level(service.state().level())),
                route("PUT", "/config", call -> setLevel(Optional.empty(), call)),
                route("DELETE", "/config", call -> deleteLevel(Optional.empty())),
                route("GET", "/config/*", this::subjectLevel),
                route("PUT", "/config/*", call -> setLevel(Optional.of(call.parameter(0)), call)),
                route("DELETE", "/config/*", call -> deleteLevel(Optional.of(call.parameter(0)))),
                route(
                        "POST",
                        "/compatibility/subjects/*/versions",
                        call -> compatibility(call, service.state().versions(call.parameter(0), false))),
                route(
                        "POST",
                        "/compatibility/subjects/*/versions/*",
                        call -> compatibility(call, List.of(version(call)))));
    }

    private List<Route> modeRoutes() {
        return List.of(
                route("GET", "/mode", call -> mode(service.state().mode())),
                route("PUT", "/mode", call -> setMode(Optional.empty(), call)),
                route("GET", "/mode/*", this::subjectMode),
                route("PUT", "/mode/*", call -> setMode(Optional.of(call.parameter(0)), call)),
                route("DELETE", "/mode/*", call -> {
                    Mode before = service.state().modeFor(call.parameter(0));
                    service.setMode(Optional.of(call.parameter(0)), Optional.empty());
                    return mode(before);
                }));
    }

    private Object subjects(Call call) {
        String prefix = call.query().getOrDefault("subjectPrefix", "");
        boolean deleted = call.flag("deleted");
        return texts(service.state()
                .all()
                .filter(stored -> deleted || !stored.deleted())
                .map(StoredSchema::subject)
                .filter(subject -> subject.startsWith(prefix))
                .distinct());
    }

    private Object register(Call call) {
        StoredSchema stored = service.register(call.parameter(0), call.schema());
        return JSON.objectNode()
                .put("id", stored.id())
                .put("version", stored.version())
                .put("guid", stored.guid())
                .put("schemaType", "AVRO")
                .put("schema", stored.text());
    }

    private StoredSchema version(Call call) {
        return service.version(call.parameter(0), call.version(1), call.flag("deleted"));
    }

    private Object schemas(Call call) {
        String prefix = call.query().getOrDefault("subjectPrefix", "");
        ArrayNode list = JSON.arrayNode();
        service.state()
                .all()
                .filter(stored -> call.flag("deleted") || !stored.deleted())
                .filter(stored -> stored.subject().startsWith(prefix))
                .forEach(stored -> list.add(described(stored)));
        return list;
    }

    private Object schemaById(Call call) {
        StoredSchema stored = service.byId(call.id(0)).get(0);
        ObjectNode node = JSON.objectNode().put("schema", stored.text()).put("guid", stored.guid());
        if (call.flag("fetchMaxId")) {
            node.put("maxId", service.state().lastId());
        }
        return node;
    }

    private Object schemaByGuid(Call call) {
        return service.state()
                .all()
                .filter(stored -> stored.guid().equals(call.parameter(0)))
                .findFirst()
                .map(stored -> JSON.objectNode().put("schema", stored.text()).put("guid", stored.guid()))
                .orElseThrow(RegistryError::schemaNotFound);
    }

    private Object versionsById(Call call) {
        ArrayNode list = JSON.arrayNode();
        visible(call)
                .forEach(stored ->
                        list.addObject().put("subject", stored.subject()).put("version", stored.version()));
        return list;
    }

    private Stream<StoredSchema> visible(Call call) {
        return service.byId(call.id(0)).stream().filter(stored -> call.flag("deleted") || !stored.deleted());
    }

    private Object subjectLevel(Call call) {
        String subject = call.parameter(0);
        Map<String, CompatibilityLevel> levels = service.state().levels();
        if (!levels.containsKey(subject) && !call.flag("defaultToGlobal")) {
            throw new RegistryError(
                    40408, "Subject '" + subject + "' does not have subject-level compatibility configured");
        }
        return level(service.state().levelFor(subject));
    }

    private Object setLevel(Optional<String> subject, Call call) {
        String name = call.body().path("compatibility").asText();
        CompatibilityLevel level = CompatibilityLevel.of(name)
                .orElseThrow(() -> new RegistryError(
                        42203,
                        "Invalid compatibility level. Valid values are " + List.of(CompatibilityLevel.values())));
        service.setLevel(subject, Optional.of(level));
        return JSON.objectNode().put("compatibility", level.name());
    }

    private Object deleteLevel(Optional<String> subject) {
        CompatibilityLevel before =
                subject.map(service.state()::levelFor).orElse(service.state().level());
        service.setLevel(subject, Optional.empty());
        return level(before);
    }

    private Object compatibility(Call call, List<StoredSchema> against) {
        List<String> refusals = service.refusals(call.parameter(0), call.schema(), against);
        ObjectNode node = JSON.objectNode().put("is_compatible", refusals.isEmpty());
        if (call.flag("verbose")) {
            ArrayNode messages = node.putArray("messages");
            refusals.forEach(messages::add);
        }
        return node;
    }

    private Object subjectMode(Call call) {
        String subject = call.parameter(0);
        if (!service.state().modes().containsKey(subject) && !call.flag("defaultToGlobal")) {
            throw new RegistryError(40409, "Subject '" + subject + "' does not have subject-level mode configured");
        }
        return mode(service.state().modeFor(subject));
    }

    private Object setMode(Optional<String> subject, Call call) {
        Mode mode = Mode.of(call.body().path("mode").asText())
                .orElseThrow(
                        () -> new RegistryError(42204, "Invalid mode. Valid values are " + List.of(Mode.values())));
        service.setMode(subject, Optional.of(mode));
        return mode(mode);
    }

    private static ObjectNode described(StoredSchema stored) {
        return JSON.objectNode()
                .put("subject", stored.subject())
                .put("version", stored.version())
                .put("id", stored.id())
                .put("guid", stored.guid())
                .put("schemaType", "AVRO")
                .put("schema", stored.text());
    }

    private static ObjectNode level(CompatibilityLevel level) {
        return JSON.objectNode().put("compatibilityLevel", level.name());
    }

    private static ObjectNode mode(Mode mode) {
        return JSON.objectNode().put("mode", mode.name());
    }

    private static ArrayNode numbers(List<Integer> values) {
        ArrayNode list = JSON.arrayNode();
        values.forEach(list::add);
        return list;
    }

    private static ArrayNode texts(Stream<String> values) {
        ArrayNode list = JSON.arrayNode();
        values.forEach(list::add);
        return list;
    }
}
