import { PlainField } from "~/components/admin/field-group";
import { Notice } from "~/components/ui/notice";

import type { ProviderStatus } from "~/models/ai/status.server";
import type { TextProvider } from "~/services/ai-providers";

interface Props {
  providers: ProviderStatus<TextProvider>[];
  /** The first that is set up when "". */
  provider: string;
  /** The provider's first when "". */
  model: string;
}

export function TextModelChoice({ providers, provider, model }: Props) {
  const first = providers.find(({ isConfigured }) => isConfigured) ?? providers[0];
  return (
    <div className="group/choice grid gap-x-4 sm:grid-cols-2">
      <PlainField>
        <label htmlFor="provider">AI provider</label>
        <select id="provider" name="provider" defaultValue={provider || first?.provider}>
          {providers.map(({ provider, label, isConfigured }) => (
            <option key={provider} value={provider} disabled={!isConfigured}>
              {isConfigured ? label : `${label} (not set up)`}
            </option>
          ))}
        </select>
      </PlainField>
      {providers
        .filter(({ provider }) => provider === "openrouter")
        .map(({ provider, models }) => (
          <PlainField className="group-has-[option[value=openai]:checked]/choice:hidden" key={provider}>
            <label htmlFor="model">Model</label>
            <select id="model" name="model" defaultValue={model || undefined}>
              {models.map(({ id, label, replacement, last }) => (
                <option key={id} value={id}>
                  {label}
                  {last?.status === "gone" && replacement ? ` (gone; ${replacement} answers)` : ""}
                </option>
              ))}
            </select>
          </PlainField>
        ))}
    </div>
  );
}

/** Why no provider can be asked: missing keys or a spent budget. */
export function NoKey({ providers, id = "no-key" }: { providers: ProviderStatus<string>[]; id?: string }) {
  if (canAsk(providers)) return null;
  const configured = providers.filter(({ isConfigured }) => isConfigured);
  const reasons = (configured.length > 0 ? configured : providers).map(({ missing }) => missing);
  return (
    <Notice tone="problem" id={id}>
      {[...new Set(reasons)].join(" ")}
    </Notice>
  );
}

/** What a button needs that asks one of these providers. @param id of the sentence that says why it cannot. */
export function askable(providers: ProviderStatus<string>[], id = "no-key") {
  return canAsk(providers) ? {} : { disabled: true, "aria-describedby": id };
}

function canAsk(providers: ProviderStatus<string>[]): boolean {
  return providers.some(({ missing }) => missing === "");
}
