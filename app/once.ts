/**
 * Makes something when it is first asked for, and keeps it. For schemas in modules that every page needs: the first page after
 * a start waits for what is made while modules load, and most pages check nothing.
 */
export function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
