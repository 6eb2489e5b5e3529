/** The schemas that check the bodies of the calls, by operation. */

import { z } from "zod";
import { Change, Invitation } from "~/models/accounts/admin-users.server";
import { NewAccount } from "~/models/accounts/input.server";
import { Assertion, NewPasskey } from "~/models/accounts/passkeys.server";
import { Reset } from "~/models/accounts/password.server";
import { QuestionFields } from "~/models/accounts/security-question.server";
import { Credentials } from "~/models/accounts/sign-in.server";
import { LinkRequest } from "~/models/accounts/sign-in-link.server";
import { Keeping } from "~/models/ai/keep-sentence.server";
import { ReferencesInput, ResearchInput } from "~/models/ai/research-profile.server";
import { AskInput } from "~/models/ai/suggestions.server";
import { ContributionInput, TagsInput, TextInput } from "~/models/ai/write-profile.server";
import { Draft } from "~/models/articles/drafts.server";
import { Flag as ArticleFlag } from "~/models/articles/featured.server";
import { NO_ARTICLE } from "~/models/articles/fields";
import { Text } from "~/models/articles/preview.server";
import { Supports } from "~/models/evidence/edits.server";
import { SourceChange } from "~/models/evidence/sources.server";
import { Flag as ExpertFlag } from "~/models/experts/featured.server";
import { OTHER_FORMS } from "~/models/experts/other-forms.server";
import { Ids } from "~/models/experts/trash.server";
import { ExpertInput } from "~/models/experts/write.server";
import { Input as Identifiers } from "~/models/identity/accept.server";
import { Description } from "~/models/images/admin-list.server";
import { Order as ImageOrder } from "~/models/images/generate.server";
import { SavedImage } from "~/models/library/images.server";
import { Selection } from "~/models/library/input.server";
import { Content } from "~/models/library/library.server";
import { ProjectInput } from "~/models/library/projects.server";
import { Choices } from "~/models/promotions/promotions.server";
import { Publication } from "~/models/promotions/publish.server";
import { ArticlesInput, IdeasInput, PromptInput } from "~/models/promotions/writing.server";
import { Order } from "~/models/records/featured.server";
import { Decision } from "~/models/requests/decide.server";
import { Report } from "~/models/requests/report.server";
import { Dismissal } from "~/models/site/missed-searches.server";
import { BulkInput } from "~/models/submissions/bulk.server";
import { DecisionInput } from "~/models/submissions/decide.server";
import { DraftInput } from "~/models/submissions/drafts.server";
import { submissionSchema } from "~/models/submissions/input.server";
import { ProfileChoice } from "~/models/submissions/turn-into-change.server";
import { NewWebhook } from "~/models/webhooks/webhooks.server";
import { Decision as WorksDecision } from "~/models/works/works.server";

const image = z.string().optional().describe("An address on this site, or a data URL.");
const ExpertFields = ExpertInput.extend({
  imageUrl: image,
  longevityInterviewImageUrl: image,
  productImageUrl: image,
});
const updatedAt = z.string().optional().describe("As it was read: what changed meanwhile is answered with 409.");
const relistReason = z.string().optional().describe("For a person who asked to be taken off.");
const compared = z.boolean().optional().describe("The person behind new identifiers was compared by hand.");
const secondFactorCode = z.string().optional().describe("Of the authenticator app, or a recovery code.");
const forNewSentences = {
  support: Supports.describe("Sources of new sentences in a public text of AI."),
  acceptedReason: z.string().optional().describe("Why the others may stay without a source; readers see it."),
};
const SentExpert = ExpertFields.extend({ ...OTHER_FORMS, relistReason, compared, ...forNewSentences });
const ArticleFields = fieldsLike(NO_ARTICLE);
const Suggestion = submissionSchema([]).extend({ change: z.string().optional().describe("The slug of a profile.") });

export const bodies: Record<string, z.ZodType> = {
  "POST /api/admin/experts": SentExpert,
  "PUT /api/experts/{slug}": SentExpert.partial().extend({ updatedAt }),
  "POST /api/admin/experts/bulk-delete": Ids,
  "POST /api/admin/experts/bulk-restore": Ids,
  "PATCH /api/experts/{id}/featured": ExpertFlag,
  "PUT /api/admin/featured/order": Order,
  "PUT /api/admin/experts/{id}/identifiers": Identifiers,
  "POST /api/admin/experts/{id}/works": WorksDecision,
  "POST /api/admin/experts/{id}/evidence": SourceChange,

  "POST /api/admin/articles": ArticleFields.required({ title: true }),
  "PUT /api/admin/articles/{id}": ArticleFields.extend({ updatedAt, ...forNewSentences }),
  "PUT /api/admin/articles/{id}/draft": Draft,
  "PATCH /api/admin/articles/{id}/featured": ArticleFlag,
  "PUT /api/admin/articles/featured-order": Order,
  "POST /api/admin/articles/preview": Text,
  "POST /api/admin/articles/{id}/evidence": SourceChange,

  "POST /api/submissions": Suggestion,
  "PUT /api/submissions/{id}": Suggestion.extend({ updatedAt }),
  "PUT /api/drafts/{id}": DraftInput,
  "POST /api/reports": Report.extend(QuestionFields),
  "PUT /api/admin/submissions/{id}": ExpertFields.omit({ slug: true, featured: true }).partial().extend({ updatedAt }),
  "POST /api/admin/submissions/{id}/approve": DecisionInput,
  "POST /api/admin/submissions/{id}/reject": DecisionInput,
  "POST /api/admin/submissions/bulk": BulkInput,
  "POST /api/admin/submissions/{id}/change": ProfileChoice,
  "POST /api/admin/submissions/{id}/evidence": SourceChange,
  "POST /api/admin/requests/{id}/decide": Decision,
  "POST /api/admin/missing/dismiss": Dismissal,

  "POST /api/auth/register": NewAccount.extend(QuestionFields),
  "POST /api/auth/login": Credentials.extend({ ...QuestionFields, code: secondFactorCode }),
  "POST /api/auth/passkey": Assertion,
  "POST /api/account/passkeys": NewPasskey,
  "POST /api/auth/forgot-password": LinkRequest.extend(QuestionFields),
  "POST /api/auth/reset-password": Reset,
  "POST /api/admin/users": Invitation,
  "PATCH /api/admin/users/{id}": Change,
  "POST /api/admin/webhooks": NewWebhook,

  "PATCH /api/admin/images/{id}": Description.omit({ id: true }),
  "POST /api/library/content": Content,
  "POST /api/library/content/bulk-delete": Selection,
  "POST /api/library/images": SavedImage,
  "POST /api/library/images/bulk-delete": Selection,
  "POST /api/library/projects": ProjectInput,

  "POST /api/research/generate-expert": ResearchInput,
  "POST /api/openai/generate-biography": TextInput,
  "POST /api/openai/generate-contribution": ContributionInput,
  "POST /api/openai/generate-science-highlights": TextInput,
  "POST /api/ai/find-references": ReferencesInput,
  "POST /api/admin/suggestions": AskInput,
  "POST /api/admin/suggestions/{id}/keep": Keeping,
  "POST /api/admin/generate-ideas": IdeasInput,
  "POST /api/admin/generate-content-from-ideas": ArticlesInput,
  "POST /api/admin/generate-image-prompt": PromptInput,
  "POST /api/admin/generate-images": ImageOrder,
  "POST /api/admin/generate-seo-tags": TagsInput,
  "POST /api/admin/publish-article": Publication,
  "PUT /api/admin/promotions/{id}": Choices,
};

/** Sent as multipart/form-data. */
export const uploads: Record<string, z.ZodType> = {
  "POST /api/admin/images": z.object({ file: z.file(), alt: z.string().optional() }),
};

/** All fields of a record, each optional. */
function fieldsLike<T extends object>(record: T) {
  const fields = Object.entries(record).map(([name, value]) => {
    const isText = typeof value === "string";
    return [name, (Array.isArray(value) ? z.array(z.string()) : isText ? z.string() : z.boolean()).optional()];
  });
  return z.object(Object.fromEntries(fields) as Record<keyof T & string, z.ZodOptional>);
}
