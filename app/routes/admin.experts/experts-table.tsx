import { DataTable, hiddenTitle } from "~/components/admin/data-table";
import { DeleteLink } from "~/components/admin/delete-dialog";
import { FeaturedSwitch } from "~/components/admin/featured-switch";
import { ROW_DETAILS_CLASS, ROW_NAME_CLASS, RowMenu, TWO_LINE_ROW_CLASS } from "~/components/admin/page-parts";
import { RowCheckbox } from "~/components/admin/row-checkbox";
import { SelectAll } from "~/components/admin/selection";
import { QuickEditForm } from "~/components/experts/editor/quick-edit-form";
import { Avatar } from "~/components/ui/image";
import { Link } from "~/components/ui/link";
import type { QuickForm } from "~/models/editing/experts/quick-edit";

const PATH = "/admin/experts";

export interface ListedExpert {
  id: string;
  slug: string;
  name: string;
  title: string;
  featured: boolean;
  fields: string;
  image: string | null;
}

interface TableProps {
  experts: ListedExpert[];
  /** The address of the list, with its filters and page. */
  listAddress: string;
  /** The id of the form that the selection belongs to. */
  form: string;
  /** The profile whose quick form replaces its row. */
  editing: { id: string; form: QuickForm } | null;
  onDelete(expert: ListedExpert): void;
}

/** Lists experts with one line for each row, or two on a phone. */
export function ExpertsTable({ experts, ...rowProps }: TableProps) {
  return (
    <DataTable
      className="[&_:is(td,th)]:py-[3.5px]! [&_:is(td,th)]:align-middle!"
      head={[
        <SelectAll key="select" formId={rowProps.form} label="Select all on this page" />,
        "Expert",
        "Title",
        "Categories",
        "Featured",
        hiddenTitle("Quick edit"),
        hiddenTitle("Actions"),
      ]}
    >
      {experts.map((expert) =>
        expert.id === rowProps.editing?.id ? (
          <EditedRow key={expert.id} editing={rowProps.editing} listAddress={rowProps.listAddress} />
        ) : (
          <Row key={expert.id} expert={expert} {...rowProps} />
        ),
      )}
    </DataTable>
  );
}

type RowProps = Omit<TableProps, "experts" | "editing"> & { expert: ListedExpert };

const ROW_CLASS =
  "has-[input:checked]:bg-wash max-md:grid! max-md:grid-cols-[2.5rem_minmax(0,1fr)_2.75rem_2.75rem] max-md:items-center max-md:px-1 max-md:py-0.5!";

/** Shows the quick form in place of the row. */
function EditedRow({
  editing: { id, form },
  listAddress,
}: {
  editing: NonNullable<TableProps["editing"]>;
  listAddress: string;
}) {
  return (
    <tr>
      <td colSpan={7} className="px-3! py-3! font-normal! max-md:px-1! [&_label_small]:hidden!">
        <QuickEditForm key={form.updatedAt} id={id} form={form} returnTo={listAddress} />
      </td>
    </tr>
  );
}

function Row({ expert, listAddress, form, onDelete }: RowProps) {
  const { id, slug, name, title, fields, image, featured } = expert;
  const quickEditProps = {
    to: `${listAddress}${listAddress.includes("?") ? "&" : "?"}edit=${id}`,
    preventScrollReset: true,
  };
  return (
    <tr className={ROW_CLASS}>
      <RowCheckbox name="ids[]" value={id} form={form} aria-label={`Select ${name}`} />
      <td className="md:w-1/4 md:max-w-0">
        <div className="flex items-center gap-2.5">
          <Avatar className="size-7 flex-none text-xs max-md:hidden!" name={name} image={image} size={28} />
          <div className={`min-w-0 ${TWO_LINE_ROW_CLASS}`}>
            <Link to={`${PATH}/${id}`} dir="auto" className={ROW_NAME_CLASS} title={name} data-row="">
              {name}
            </Link>
            <br className="md:hidden" />
            <span className={ROW_DETAILS_CLASS} dir="auto">
              {title}
            </span>
          </div>
        </div>
      </td>
      <td className="truncate text-sm max-md:hidden! md:w-1/3 md:max-w-0" dir="auto" title={title}>
        {title}
      </td>
      <td className="truncate text-sm text-muted max-md:hidden! md:max-w-0" title={fields}>
        {fields || "none"}
      </td>
      <td className="w-16 [&>form]:flex">
        <FeaturedSwitch
          isStar
          name={name}
          isFeatured={featured}
          path={`/api/experts/${id}/featured`}
          action={`${PATH}/${id}/featured`}
          returnTo={listAddress}
        />
      </td>
      <td className="w-14 px-1! text-sm whitespace-nowrap max-md:hidden!">
        <Link
          {...quickEditProps}
          className="inline-flex min-h-7 items-center underline"
          aria-label={`Quick edit: ${name}`}
        >
          Edit
        </Link>
      </td>
      <td className="w-12 [&>details]:flex">
        <RowMenu isShort label={`Actions for ${name}`}>
          <Link {...quickEditProps} className="md:hidden!" aria-label={`Quick edit ${name}`}>
            Quick edit
          </Link>
          <a href={`/${slug}`} target="_blank" rel="noopener" aria-label={`View ${name}`}>
            View
          </a>
          <Link to={`${PATH}/${id}/identifiers`} aria-label={`Identifiers of ${name}`}>
            Identifiers
          </Link>
          <Link to={`${PATH}/${id}/sources`} aria-label={`Sources of ${name}`}>
            Sources
          </Link>
          <DeleteLink
            isInMenu
            path={`${PATH}/${id}`}
            name={name}
            listAddress={listAddress}
            onDelete={() => onDelete(expert)}
          />
        </RowMenu>
      </td>
    </tr>
  );
}
