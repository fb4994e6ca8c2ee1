import source from './catalog.json' with { type: 'json' };

export interface NamedEntity {
  readonly id: string;
  readonly name: string;
}

export interface TypeDef extends NamedEntity {
  readonly document: Record<string, unknown>;
}

export interface StatusDef extends TypeDef {
  readonly done: boolean;
}

export const SITE_PROJECT_ID = '10005';

/** Marks an entity of the team-managed project. */
export const projectScope = ({ scoped }: { scoped?: boolean }) =>
  scoped ? { scope: { type: 'PROJECT', project: { id: SITE_PROJECT_ID } } } : {};

export function mapValues<Key extends string, From, To>(
  object: Readonly<Record<Key, From>>,
  change: (value: From) => To,
): Readonly<Record<Key, To>> {
  const entries = Object.entries<From>(object).map(([key, value]) => [key, change(value)]);
  return Object.fromEntries(entries) as Record<Key, To>;
}

interface StatusSource extends NamedEntity {
  category: string;
  description: string;
  scoped?: boolean;
}

const CATEGORIES: Readonly<Record<string, Record<string, unknown>>> = source.categories;

export const STATUS = mapValues(
  source.statuses as Record<keyof typeof source.statuses, StatusSource>,
  ({ category, scoped, ...rest }): StatusDef => {
    const iconUrl = '/images/icons/statuses/generic.png';
    const statusCategory = CATEGORIES[category];
    const document = { ...rest, iconUrl, statusCategory, ...projectScope({ scoped }) };
    return { id: rest.id, name: rest.name, done: category === 'done', document };
  },
);

interface TypeSource extends NamedEntity {
  level: number;
  icon: string;
  scoped?: boolean;
}

export const TYPE = mapValues(
  source.types as Record<keyof typeof source.types, TypeSource>,
  ({ id, name, level, icon, scoped }): TypeDef => ({
    id,
    name,
    document: {
      id,
      name,
      description: '',
      iconUrl: `/images/icons/issuetypes/${icon}.svg`,
      subtask: level < 0,
      hierarchyLevel: level,
      ...projectScope({ scoped }),
    },
  }),
);

export const PRIORITIES = source.priorities.map(priority => ({
  ...priority,
  description: '',
  iconUrl: `/images/icons/priorities/${priority.name.toLowerCase()}.svg`,
}));

export const RESOLUTION = source.resolutions;
export const BLOCKS = source.blocks;

export type ProjectKind = keyof typeof source.kinds;

type StatusKey = keyof typeof STATUS;

interface KindSource {
  types: readonly (keyof typeof TYPE)[];
  path: readonly StatusKey[];
  also: readonly (readonly [StatusKey, StatusKey])[];
  columns: readonly { name: string; statuses: readonly StatusKey[] }[];
}

function processOf({ types, path, also, columns }: KindSource) {
  return {
    types: types.map(key => TYPE[key]),
    workflow: workflow(
      path.map(key => STATUS[key]),
      also.map(([from, to]) => [STATUS[from], STATUS[to]]),
    ),
    columns: columns.map(({ name, statuses }) => ({
      name,
      statuses: statuses.map(key => STATUS[key].id),
    })),
  };
}

export const KINDS = mapValues(
  source.kinds as unknown as Record<ProjectKind, KindSource>,
  processOf,
);
/** Issue types, workflow and board of the Payments project. */
export const PAYMENTS_PROCESS = processOf(source.payments as unknown as KindSource);

/** The same for a project with initiatives. */
export const INITIATIVES_PROCESS = processOf(source.initiatives as unknown as KindSource);

/** The statuses from start to done, and the transitions: ids of statuses by the id of the one before. */
function workflow(path: readonly StatusDef[], also: readonly (readonly [StatusDef, StatusDef])[]) {
  const [start, done] = [path[0], path.at(-1)];
  if (!start || !done) throw new RangeError('A workflow needs a status');
  const forward = path.slice(1).map((to, i) => [path[i] ?? start, to] as const);
  const moves = Map.groupBy([...forward, ...also], ([from]) => from.id);
  const ids = [...moves].map(([id, pairs]) => [id, pairs.map(([, to]) => to.id)] as const);
  return { start, done, path, moves: new Map(ids) };
}
