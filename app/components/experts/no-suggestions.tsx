/** Why 'Suggest' cannot be pressed: which variable is missing (decision D50). */
export function NoSuggestions({ missing }: { missing: string }) {
  if (!missing) return null;
  return (
    <p className="hint" id="no-suggestions">
      Suggestions need an AI provider. {missing}
    </p>
  );
}
