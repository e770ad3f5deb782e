package dev.kvlease.app.platform.registry;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/**
 * A request whose route is known.
 *
 * @param parameters the values of the route's placeholders, decoded, in order
 * @param query the query's parameters, decoded
 * @param body the body; a missing node if there is none
 */
record Call(List<String> parameters, Map<String, String> query, JsonNode body) {
    /**
     * A placeholder's value.
     *
     * @param index from 0
     * @return its value
     */
    String parameter(int index) {
        return parameters.get(index);
    }

    /**
     * A yes-or-no parameter of the query.
     *
     * @param name its name
     * @return false unless it says {@code true}
     */
    boolean flag(String name) {
        return Boolean.parseBoolean(query.get(name));
    }

    /**
     * A placeholder that names a version.
     *
     * @param index from 0
     * @return its number or {@link RegistryService#LATEST}
     */
    int version(int index) {
        String text = parameter(index);
        if (text.equals("latest") || text.equals("-1")) {
            return RegistryService.LATEST;
        }
        try {
            int version = Integer.parseInt(text);
            if (version >= 1) {
                return version;
            }
        } catch (NumberFormatException notANumber) {
            // refused below
        }
        throw new RegistryError(
                42202,
                "The specified version '" + text + "' is not a valid version id. Allowed values are between [1, 2^31-1]"
                        + " and the string \"latest\"");
    }

    /**
     * A placeholder that names a schema id.
     *
     * @param index from 0
     * @return the id
     */
    int id(int index) {
        try {
            return Integer.parseInt(parameter(index));
        } catch (NumberFormatException notANumber) {
            throw new RegistryError(404, "HTTP 404 Not Found");
        }
    }

    /**
     * The schema in the body.
     *
     * @return its text
     */
    String schema() {
        String type = body.path("schemaType").asText("AVRO");
        if (!type.equals("AVRO")) {
            throw RegistryError.invalidSchema("this registry knows schema type AVRO only, not " + type);
        }
        if (!body.path("references").isEmpty()) {
            throw RegistryError.invalidSchema("this registry does not resolve references; send the schema in full");
        }
        String text = body.path("schema").asText("");
        if (text.isBlank()) {
            throw RegistryError.invalidSchema("Empty schema");
        }
        return text;
    }
}
