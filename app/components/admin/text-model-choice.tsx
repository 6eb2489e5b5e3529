import { type ComponentProps, useEffect, useRef, useState } from "react";
import { PlainField } from "~/components/admin/field-group";
import { Notice } from "~/components/ui/notice";
import type { ProviderStatus } from "~/models/base/providers/status.server";
import type { TextProvider } from "~/services/ai-providers";

interface Props {
  providers: ProviderStatus<TextProvider>[];
  /** The selected provider; "" for the first that is set up. */
  provider: string;
  /** The selected model; "" for the provider's first. */
  model: string;
}

export function TextModelChoice({ providers, provider, model }: Props) {
  const providersWithChoice = providers.filter(({ models }) => models.length > 1);
  const fields = useRef<HTMLDivElement>(null);
  // Without scripts, and before they run, the list has the models of all providers.
  const [selectedProvider, setSelectedProvider] = useState<string | null>(null);
  // The choice stays when the list gets shorter.
  const [selectedModel, setSelectedModel] = useState(model);
  useEffect(() => {
    const select = fields.current?.querySelector("select");
    const readSelection = () => setSelectedProvider(select?.value ?? null);
    readSelection();
    // The event comes before the fields are reset.
    const readLater = () => requestAnimationFrame(readSelection);
    select?.form?.addEventListener("reset", readLater);
    return () => select?.form?.removeEventListener("reset", readLater);
  }, []);
  const visibleProviders =
    selectedProvider === null
      ? providersWithChoice
      : providersWithChoice.filter(({ provider }) => provider === selectedProvider);
  return (
    <div ref={fields} className="grid gap-x-4 sm:grid-cols-2">
      <ProviderSelect
        name="provider"
        label="AI provider"
        providers={providers}
        chosen={provider || firstProvider(providers)}
        onChange={({ currentTarget }) => setSelectedProvider(currentTarget.value)}
      />
      {visibleProviders.length > 0 && (
        <PlainField>
          <label htmlFor="model">Model</label>
          <select
            key={visibleProviders.map(({ provider }) => provider).join()}
            id="model"
            name="model"
            defaultValue={selectedModel || undefined}
            onChange={({ currentTarget }) => setSelectedModel(currentTarget.value)}
          >
            {visibleProviders.map(({ provider, label, models }) => (
              <optgroup key={provider} label={label}>
                <ModelOptions models={models} />
              </optgroup>
            ))}
          </select>
        </PlainField>
      )}
    </div>
  );
}

interface ProviderSelectProps extends ComponentProps<"select"> {
  name: string;
  label: string;
  providers: ProviderStatus<string>[];
  chosen: string | undefined;
}

export function ProviderSelect({ name, label, providers, chosen, ...select }: ProviderSelectProps) {
  return (
    <PlainField>
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={chosen} {...select}>
        {providers.map(({ provider, label, isConfigured }) => (
          <option key={provider} value={provider} disabled={!isConfigured}>
            {isConfigured ? label : `${label} (not set up)`}
          </option>
        ))}
      </select>
    </PlainField>
  );
}

interface ModelSelectProps {
  name: string;
  models: ProviderStatus<string>["models"];
  /** The selected model; "" for the first. */
  chosen: string;
}

export function ModelSelect({ name, models, chosen }: ModelSelectProps) {
  return (
    <select id={name} name={name} defaultValue={chosen || undefined}>
      <ModelOptions models={models} />
    </select>
  );
}

function ModelOptions({ models }: Pick<ModelSelectProps, "models">) {
  return models.map(({ id, label, replacement, last }) => (
    <option key={id} value={id}>
      {label}
      {last?.status === "gone" && replacement ? ` (gone; ${replacement} answers)` : ""}
    </option>
  ));
}

/** Returns the first provider that is set up, or else the first. */
export function firstProvider<Name extends string>(providers: ProviderStatus<Name>[]): Name | undefined {
  return (providers.find(({ isConfigured }) => isConfigured) ?? providers[0])?.provider;
}

/** Says why no provider can be asked: missing keys or a spent budget. Shows nothing if one can. */
export function NoProviderNotice({ providers, id = "no-key" }: { providers: ProviderStatus<string>[]; id?: string }) {
  if (canAsk(providers)) return null;
  const configuredProviders = providers.filter(({ isConfigured }) => isConfigured);
  const reasons = new Set(
    (configuredProviders.length > 0 ? configuredProviders : providers).map(({ missing }) => missing),
  );
  const variables = providers.map(({ variable }) => variable).join(" or ");
  return (
    <Notice tone="problem" id={id}>
      {configuredProviders.length === 0 && reasons.size > 1
        ? `No AI provider is set up. Set ${variables} in the environment and restart the site.`
        : [...reasons].join(" ")}
    </Notice>
  );
}

/** Returns the attributes of a button that asks a provider; disabled if none can be asked. @param id of the element that says why. */
export function askButtonProps(providers: ProviderStatus<string>[], id = "no-key") {
  return canAsk(providers) ? {} : { disabled: true, "aria-describedby": id };
}

function canAsk(providers: ProviderStatus<string>[]): boolean {
  return providers.some(({ missing }) => missing === "");
}
