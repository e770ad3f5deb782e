package dev.kvlease.app.docs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A row of semantics.md's decision table.
 *
 * @param rule for example V6
 * @param verdict READABLE or EXPIRED
 * @param reasons the reasons it may give
 * @param provisional whether asking again may help
 */
record DecisionRow(String rule, String verdict, List<String> reasons, boolean provisional) {
    static List<DecisionRow> ofSemantics() {
        Table table = Table.of(Pages.docs("semantics.md"), "rule", "H", "condition");
        List<DecisionRow> rows = new ArrayList<>();
        for (int i = 0; i < table.rows().size(); i++) {
            rows.add(new DecisionRow(
                    table.column("rule").get(i),
                    table.column("verdict").get(i),
                    Arrays.asList(table.column("reason").get(i).split(", ", -1)),
                    table.column("provisional").get(i).equals("yes")));
        }
        return rows;
    }
}
