import { DataTable, hiddenTitle } from "~/components/admin/data-table";
import { DeleteLink } from "~/components/admin/delete-dialog";
import { FeaturedSwitch } from "~/components/admin/featured-switch";
import { RowActions, RowMenu } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { ButtonLink } from "~/components/ui/button";
import { Avatar } from "~/components/ui/image";
import { Link } from "~/components/ui/link";

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
  /** The address of the list as it is shown. */
  here: string;
  /** The id of the form that the selection belongs to. */
  form: string;
  onDelete(expert: ListedExpert): void;
}

export function ExpertsTable({ experts, ...row }: TableProps) {
  return (
    <DataTable head={[hiddenTitle("Select"), "Expert", "Categories", "Featured", "Actions"]}>
      {experts.map((expert) => (
        <Row key={expert.id} expert={expert} {...row} />
      ))}
    </DataTable>
  );
}

type RowProps = Omit<TableProps, "experts"> & { expert: ListedExpert };

function Row({ expert, here, form, onDelete }: RowProps) {
  const { id, slug, name, title, fields, image, featured } = expert;
  return (
    <tr className="has-[input:checked]:bg-wash">
      <td>
        <input type="checkbox" name="ids[]" value={id} form={form} aria-label={`Select ${name}`} className="size-5" />
      </td>
      <td>
        <div className="flex items-center gap-3">
          <Avatar className="size-10 flex-none" name={name} image={image} size={40} />
          <div>
            <p>
              <Link to={`${PATH}/${id}`}>{name}</Link>
            </p>
            <Hint>{title}</Hint>
          </div>
        </div>
      </td>
      <td data-label="Categories">{fields || "none"}</td>
      <td data-label="Featured">
        <FeaturedSwitch
          name={name}
          featured={featured}
          path={`/api/experts/${id}/featured`}
          action={`${PATH}/${id}/featured`}
          returnTo={here}
        />
      </td>
      <td>
        <RowActions>
          <ButtonLink quiet small to={`${PATH}/${id}`} aria-label={`Edit ${name}`}>
            Edit
          </ButtonLink>
          <ButtonLink quiet small href={`/${slug}`} target="_blank" rel="noopener" aria-label={`View ${name}`}>
            View
          </ButtonLink>
          <DeleteLink path={`${PATH}/${id}`} name={name} here={here} onDelete={() => onDelete(expert)} />
          <RowMenu label={`Actions for ${name}`}>
            <Link to={`${PATH}/${id}/identity`} aria-label={`Identifiers of ${name}`}>
              Identifiers
            </Link>
            <Link to={`${PATH}/${id}/sources`} aria-label={`Sources of ${name}`}>
              Sources
            </Link>
          </RowMenu>
        </RowActions>
      </td>
    </tr>
  );
}
