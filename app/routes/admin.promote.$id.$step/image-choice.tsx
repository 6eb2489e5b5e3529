import { PlainField } from "~/components/admin/field-group";
import { firstProvider, ModelSelect, ProviderSelect } from "~/components/admin/text-model-choice";
import { IMAGE_SIZES, IMAGE_STYLES } from "~/models/base/providers/choices";
import type { ProviderStatus } from "~/models/base/providers/status.server";
import { labelOf } from "~/models/editing/library/labels";
import { imageModelField } from "~/models/editing/promotions/form";
import type { PromotionState } from "~/models/editing/promotions/state";
import { type ImageProvider, PROVIDER_LABELS } from "~/services/ai-providers";

interface Props {
  state: PromotionState;
  providers: ProviderStatus<ImageProvider>[];
}

/** Asks for the provider, size and style of the images. */
export function ImageChoice({ state, providers }: Props) {
  const chosenProvider = state.imageProvider || firstProvider(providers);
  return (
    <div className="group/choice grid gap-x-4 sm:grid-cols-2">
      <ProviderSelect
        name="imageProvider"
        label="Image provider"
        providers={providers}
        chosen={chosenProvider}
        onChange={({ currentTarget: { value, form } }) => {
          const models = form?.elements.namedItem(imageModelField(value));
          // Choosing a provider selects its first model.
          if (models instanceof HTMLSelectElement) models.selectedIndex = 0;
        }}
      />
      {providers.map(({ provider, models }) => (
        <PlainField className={VISIBLE_IF_CHOSEN[provider]} key={provider}>
          <label htmlFor={imageModelField(provider)}>Model of {PROVIDER_LABELS[provider]}</label>
          <ModelSelect
            name={imageModelField(provider)}
            models={models}
            chosen={provider === chosenProvider ? state.imageModel : ""}
          />
        </PlainField>
      ))}
      <PlainField>
        <label htmlFor="size">Size</label>
        <select id="size" name="size" defaultValue={state.size}>
          {IMAGE_SIZES.map(({ group, sizes }) => (
            <optgroup key={group} label={group}>
              {sizes.map((size) => (
                <option key={size} value={size}>
                  {size.replace("x", " × ")}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </PlainField>
      <PlainField>
        <label htmlFor="style">Visual style</label>
        <select id="style" name="style" defaultValue={state.style}>
          {IMAGE_STYLES.map((style) => (
            <option key={style} value={style}>
              {labelOf(style)}
            </option>
          ))}
        </select>
      </PlainField>
    </div>
  );
}

/** The CSS classes that hide the models of a provider unless it is chosen. */
const VISIBLE_IF_CHOSEN = {
  openai: "not-group-has-[option[value=openai]:checked]/choice:hidden",
  replicate: "not-group-has-[option[value=replicate]:checked]/choice:hidden",
  stability: "not-group-has-[option[value=stability]:checked]/choice:hidden",
};
