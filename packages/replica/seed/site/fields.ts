import { mapValues, projectScope } from './catalog.ts';
import source from './fields.json' with { type: 'json' };

interface CustomField {
  id: string;
  name: string;
  type: string;
  custom: string;
  /** The type's name in queries. */
  query?: string;
  scoped?: boolean;
}

const CUSTOM = source.custom as Record<keyof typeof source.custom, CustomField>;

/** Ids of the demo site's custom fields. Clients find them by schema; only the generator writes by id. */
export const FIELD = mapValues(CUSTOM, ({ id }) => id);

type FieldDocument = { id: string; name: string } & Record<string, unknown>;

/** `array/string` is an array of strings. */
function schemaOf(type: string) {
  const [kind, items] = type.split('/');
  return { type: kind, ...(items && { items }) };
}

function system({ id, name, clauses, type }: (typeof source.system)[number]): FieldDocument {
  return {
    id,
    key: id,
    name,
    custom: false,
    orderable: clauses.length > 0,
    navigable: true,
    searchable: clauses.length > 0,
    clauseNames: clauses,
    schema: { ...schemaOf(type), system: id },
  };
}

function custom({ id, name, type, custom, query, scoped }: CustomField): FieldDocument {
  const number = Number(id.slice('customfield_'.length));
  return {
    id,
    key: id,
    name,
    untranslatedName: name,
    custom: true,
    orderable: true,
    navigable: true,
    searchable: true,
    clauseNames: [`cf[${number}]`, name, ...(query ? [`${name}[${query}]`] : [])],
    schema: { ...schemaOf(type), custom, customId: number },
    ...projectScope({ scoped }),
  };
}

/** The field list of the site, as `GET field` gives it. */
export const fieldDocuments = (): FieldDocument[] => [
  source.key,
  ...source.system.map(system),
  ...Object.values(CUSTOM).map(custom),
];
