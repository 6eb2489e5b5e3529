/** Computes the bulk actions for the selected people, with how many each would change. Shared by server and browser. */

/** The properties of a listed person that bulk actions change. */
export interface BulkState {
  id: string;
  featured: boolean;
  categories: string[];
  topics: string[];
}

export interface BulkChoice {
  /** The action and its value, such as "addCategory:author". */
  value: string;
  label: string;
  /** The number of people whom it changes; null if not all of them are loaded. */
  count: number | null;
}

export interface BulkGroup {
  title: string;
  choices: BulkChoice[];
}

interface NamedValue {
  key: string;
  label: string;
}

/**
 * Returns the actions in groups, without actions that change nobody and without empty groups.
 *
 * @param people null while not all of them are loaded: then all actions are offered, without counts.
 */
export function bulkChoices(
  people: BulkState[] | null,
  { categories, topics }: { categories: NamedValue[]; topics: NamedValue[] },
): BulkGroup[] {
  const makeChoice = (value: string, label: string, changes: (person: BulkState) => boolean): BulkChoice => ({
    value,
    label,
    count: people ? people.filter(changes).length : null,
  });
  const additions = (action: string, field: "categories" | "topics", values: NamedValue[]) =>
    values.map(({ key, label }) => makeChoice(`${action}:${key}`, label, (person) => !person[field].includes(key)));
  const removals = (action: string, field: "categories" | "topics", values: NamedValue[]) =>
    values.map(({ key, label }) => makeChoice(`${action}:${key}`, label, (person) => person[field].includes(key)));
  const groups: BulkGroup[] = [
    {
      title: "On the home page",
      choices: [
        makeChoice("feature", "Feature", ({ featured }) => !featured),
        makeChoice("unfeature", "Stop featuring", ({ featured }) => featured),
      ],
    },
    { title: "Add the category", choices: additions("addCategory", "categories", categories) },
    { title: "Remove the category", choices: removals("removeCategory", "categories", categories) },
    { title: "Add the topic", choices: additions("addTopic", "topics", topics) },
    { title: "Remove the topic", choices: removals("removeTopic", "topics", topics) },
  ];
  return groups
    .map(({ title, choices }) => ({ title, choices: choices.filter(({ count }) => count !== 0) }))
    .filter(({ choices }) => choices.length > 0);
}
