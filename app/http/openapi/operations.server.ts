import type { Operations } from "./operation.server";
import { accounts, administration, interfaceItself } from "./operations/accounts.server";
import { ai, promotions } from "./operations/ai.server";
import { articleEditing, publicArticles } from "./operations/articles.server";
import { dataset, expertEditing, publicExperts } from "./operations/experts.server";
import { images, library } from "./operations/library.server";
import { reports, review, suggestions } from "./operations/submissions.server";

/** Every call of the JSON interface, in the order in which people read about it. */
export const SUBJECTS: [subject: string, operations: Operations][] = [
  ["Experts", publicExperts],
  ["Articles", publicArticles],
  ["Dataset and changes", dataset],
  ["This interface", interfaceItself],
  ["Suggestions", suggestions],
  ["Reports and corrections", reports],
  ["Accounts", accounts],
  ["Editing experts", expertEditing],
  ["Editing articles", articleEditing],
  ["Review", review],
  ["Images", images],
  ["Library", library],
  ["AI", ai],
  ["Promotion", promotions],
  ["Administration", administration],
];

export const OPERATIONS: Operations = Object.assign({}, ...SUBJECTS.map(([, operations]) => operations));
