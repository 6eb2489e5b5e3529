/** Says that a misspelt name was read as another. */
export function SpellingCorrection({ corrected, search }: { corrected: string | null; search: string }) {
  if (!corrected) return null;
  return (
    <p className="mb-3">
      Nothing was found for “{search}”. Showing results for <strong>{corrected}</strong>.
    </p>
  );
}
