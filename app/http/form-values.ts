/** The values of a form as its page shows them again. Fields called "name[]" are lists. */
export type FormValues = Record<string, string | string[]>;

/** Returns the values of a form. A file is null. */
export function formValues(entries: Iterable<[name: string, value: string | null]>): FormValues {
  const values = new Map<string, string | string[]>();
  for (const [name, value] of entries) {
    if (!name.endsWith("[]")) values.set(name, value ?? "");
    else {
      const existingValue = values.get(name.slice(0, -2));
      const list = Array.isArray(existingValue) ? existingValue : [];
      if (value !== null) list.push(value);
      values.set(name.slice(0, -2), list);
    }
  }
  return Object.fromEntries(values);
}

export function withoutPasswords(values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !/password/i.test(name)));
}
