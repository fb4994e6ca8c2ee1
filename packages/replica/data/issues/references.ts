import { fold } from '@tallyboard/database/text/words.ts';
import type { Catalogue } from '../catalogue.ts';
import type { EntityKind, StoredEntity } from '../entity.ts';
import { asNumber, asObject, asText, type JsonObject } from '../shapes.ts';
import { areTwoSites, isSite } from '../source.ts';
import type { Row } from '../tables.ts';
import { guessSchema, SPRINT_SCHEMA } from './field-type.ts';
import { parseSprint } from './sprint-value.ts';

/** Members of a reference that may update the entity: of users, whom an issue names most, and of others. */
const USER_MEMBERS = 'name active displayName'.split(' ');
const OTHER_MEMBERS = 'name state released archived releaseDate completeDate'.split(' ');

/**
 * Resolves references of records (users, statuses, sprints, ...) to catalogue ids, creating missing entities.
 * `rollback()` undoes everything since `mark()`, for a record that fails.
 */
export class References {
  readonly catalogue: Catalogue;
  readonly #aliases: Map<string, string>;
  /** Sources of ids that only histories name, by 'kind/id'. */
  readonly #claims: Map<string, string>;
  readonly source: string;
  readonly changed = new Map<string, StoredEntity>();
  readonly newAliases: Row<'aliases'>[] = [];
  /** Records replace entities; otherwise they are merged with entities known from references. */
  readonly wholeRecords: boolean;
  #undo: (() => void)[] = [];
  /** Users of other sites are stored; null: not looked for yet. */
  #hasOthers: boolean | null = null;
  /** The source names users by keys, which other sites give to other people. */
  #namesKeys = false;

  constructor(
    catalogue: Catalogue,
    {
      aliases = new Map<string, string>(),
      claims = new Map<string, string>(),
      source = '',
      wholeRecords = false,
    } = {},
  ) {
    this.catalogue = catalogue;
    this.#aliases = aliases;
    this.#claims = claims;
    this.source = source;
    this.wholeRecords = wholeRecords;
  }

  mark(): void {
    this.#undo = [];
  }

  rollback(): void {
    for (const step of this.#undo.reverse()) step();
    this.#undo = [];
  }

  put(entity: StoredEntity): StoredEntity {
    const name = `${entity.kind}/${entity.id}`;
    const before = this.catalogue.get(entity.kind, entity.id);
    const changedBefore = this.changed.get(name);
    this.catalogue.put(entity);
    this.changed.set(name, entity);
    this.#undo.push(() => {
      if (before) this.catalogue.put(before);
      else this.catalogue.remove(entity.kind, entity.id);
      if (changedBefore) this.changed.set(name, changedBefore);
      else this.changed.delete(name);
    });
    return entity;
  }

  /** The store's id for a source's id: the same, unless another source uses it for something else. `name`: a project's key. */
  ownId(kind: EntityKind, id: string, name: string | null): string {
    const alias = this.aliasOf(kind, id);
    if (alias !== null) return alias;
    const taken = this.catalogue.get(kind, id);
    const claim = this.#claims.get(`${kind}/${id}`);
    if (!taken && claim !== undefined && areTwoSites(claim, this.source))
      return this.alias(kind, id, `${id}@${this.source}`);
    // Two sites may name projects alike, but not give them the same key.
    const known = kind === 'project' ? asText(taken?.document.key) : taken?.name;
    if (!taken || taken.source === this.source || name === null || fold(known ?? '') === fold(name))
      return id;
    return this.alias(kind, id, this.catalogue.nextId(kind, 900_000));
  }

  /** The same of an id that only histories may name: the first site that does keeps it. */
  pastId(kind: EntityKind, id: string, name: string | null): string {
    const own = this.ownId(kind, id, name);
    const claim = `${kind}/${id}`;
    const isNew = own === id && !this.catalogue.get(kind, id) && !this.#claims.has(claim);
    if (isNew && isSite(this.source)) {
      this.#claims.set(claim, this.source);
      this.newAliases.push({ source: this.source, kind, id, own_id: id });
      this.#undo.push(() => {
        this.#claims.delete(claim);
        this.newAliases.pop();
      });
    }
    return own;
  }

  /** The store's id of a user without an account. */
  ownUserId(key: string, displayName: string | null): string {
    this.#namesKeys = true;
    const alias = this.aliasOf('user', key);
    if (alias !== null) return alias;
    const taken = this.catalogue.get('user', key);
    const isOther =
      taken !== undefined &&
      (areTwoSites(taken.source, this.source) ||
        (![taken.source, ''].includes(this.source) &&
          taken.source !== '' &&
          displayName !== null &&
          fold(taken.name) !== fold(displayName)));
    return isOther ? this.alias('user', key, `${key}@${this.source}`) : key;
  }

  /** The same value with the accounts of its users, where users of other sites have the same keys. */
  withAccounts<Value>(value: Value): Value {
    const { catalogue, source } = this;
    const isOther = (user: StoredEntity) => user.source !== '' && user.source !== source;
    this.#hasOthers ??= catalogue.all('user').some(isOther);
    return this.#hasOthers ? (this.#withAccounts(value) as Value) : value;
  }

  #withAccounts(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(each => this.#withAccounts(each));
    const object = asObject(value);
    if (!object) return value;
    const key = asText(object.key) ?? asText(object.name);
    const displayName = asText(object.displayName);
    if (key !== null && displayName !== null && asText(object.accountId) === null)
      return { ...object, accountId: this.ownUserId(key, displayName) };
    const members = Object.entries(object);
    return Object.fromEntries(members.map(([name, each]) => [name, this.#withAccounts(each)]));
  }

  /** Returns the store's id. */
  alias(kind: string, id: string, own: string): string {
    const key = `${this.source}/${kind}/${id}`;
    this.#aliases.set(key, own);
    this.newAliases.push({ source: this.source, kind, id, own_id: own });
    this.#undo.push(() => {
      this.#aliases.delete(key);
      this.newAliases.pop();
    });
    return own;
  }

  aliasOf(kind: string, id: string): string | null {
    if (this.#aliases.size === 0) return null;
    return this.#aliases.get(`${this.source}/${kind}/${id}`) ?? null;
  }

  /** The id of a reference such as `{id, name}`, created if missing; null without one. */
  entity(kind: EntityKind, reference: unknown, projectId: string | null = null): string | null {
    const given = asObject(reference);
    if (!given) return null;
    const name = asText(given.name) ?? asText(given.value);
    const givenId = asText(given.id);
    const identity = kind === 'project' ? asText(given.key) : name;
    const id =
      givenId === null
        ? this.#idByName(kind, name, projectId)
        : this.ownId(kind, givenId, identity);
    if (id === null) return null;
    const known = this.catalogue.get(kind, id);
    return this.#imply(kind, id, known, given, () => ({
      name: name ?? known?.name ?? id,
      projectId: known?.projectId ?? projectId,
      position: known?.position ?? asNumber(given.sequence) ?? asNumber(id) ?? 0,
      document: { ...known?.document, ...withoutFields(given), id },
    }));
  }

  #idByName(kind: EntityKind, name: string | null, projectId: string | null): string | null {
    if (name === null) return null;
    const known = this.catalogue
      .named(kind, name)
      .find(entity => entity.projectId === projectId || entity.projectId === null);
    return known?.id ?? this.catalogue.nextId(kind, 900_000);
  }

  /** The account id of a user of either flavour, or null. */
  user(reference: unknown): string | null {
    const given = asObject(reference);
    if (!given) return null;
    const key = asText(given.key) ?? asText(given.name) ?? asText(given.displayName);
    const accountId = asText(given.accountId);
    if (accountId === null && key === null) return null;
    const id = accountId ?? this.ownUserId(String(key), asText(given.displayName));
    const known = this.catalogue.get('user', id);
    return this.#imply('user', id, known, given, () => {
      const before = known?.document;
      const displayName = asText(given.displayName) ?? asText(before?.displayName) ?? id;
      const name = asText(given.name) ?? id;
      const identity = { accountId: id, name, key: this.userKey(id, given), displayName };
      const members = { ...before, ...withoutFields(given), ...identity };
      return { name: displayName, document: { active: true, ...members } };
    });
  }

  /** By id, user name or key, as history names users. */
  userNamed(id: string, displayName: string | null): string {
    const own = this.aliasOf('user', id);
    if (own !== null) return own;
    const isOfSite = ({ source }: StoredEntity) =>
      !(this.#namesKeys && areTwoSites(source, this.source));
    const known = [this.catalogue.get('user', id) ?? [], this.catalogue.named('user', id)].flat();
    const user = { name: id, key: id, displayName: displayName ?? id, active: false };
    const account = this.#namesKeys ? undefined : id;
    return known.find(isOfSite)?.id ?? this.user({ ...user, accountId: account }) ?? id;
  }

  /** A user's key at its source; the store's id where another site gives the key to somebody else. */
  userKey(id: string, { key, name }: JsonObject): string {
    const given = asText(key) ?? asText(name);
    return given === null || this.aliasOf('user', given) === id ? id : (asText(key) ?? id);
  }

  /** From an object or text in any of Jira's forms. */
  sprint(value: unknown): string | null {
    const sprint = parseSprint(value);
    if (!sprint) return null;
    const id = this.ownId('sprint', String(sprint.id), asText(sprint.name));
    const known = this.catalogue.get('sprint', id);
    return this.#imply('sprint', id, known, sprint, () => {
      const board = asNumber(sprint.originBoardId);
      const name = asText(sprint.name) ?? known?.name ?? `Sprint ${id}`;
      const document: JsonObject = { state: 'closed', ...known?.document, ...sprint, name };
      document.id = Number(id);
      if (board !== null) document.originBoardId = Number(this.ownId('board', String(board), null));
      return { name, position: asNumber(sprint.sequence) ?? Number(id), document };
    });
  }

  field(givenId: string, value: unknown): StoredEntity {
    const id = this.aliasOf('field', givenId) ?? givenId;
    return this.catalogue.get('field', id) ?? this.#implyField(id, id, guessSchema(value));
  }

  /** Created if missing. */
  sprintField(): StoredEntity {
    const [known] = sprintFieldsOf(this.catalogue);
    if (known) return known;
    const isTaken = this.catalogue.get('field', 'customfield_10020') !== undefined;
    const id = isTaken ? this.catalogue.nextId('field') : 'customfield_10020';
    return this.#implyField(id, 'Sprint', SPRINT_SCHEMA);
  }

  #implyField(id: string, name: string, schema: JsonObject): StoredEntity {
    const customId = asNumber(id.replace('customfield_', ''));
    const document = {
      id,
      key: id,
      name,
      custom: true,
      orderable: true,
      navigable: true,
      searchable: true,
      clauseNames: customId === null ? [name] : [`cf[${customId}]`, name],
      schema: customId === null ? schema : { ...schema, customId },
    };
    const unknown = { projectId: null, implied: true, source: this.source };
    return this.put({ kind: 'field', id, name, position: customId ?? 0, ...unknown, document });
  }

  /** Puts an entity that is known only from references, unless `given` says nothing new. Returns its id. */
  #imply(
    kind: EntityKind,
    id: string,
    known: StoredEntity | undefined,
    given: JsonObject,
    members: () => Pick<StoredEntity, 'name' | 'document'> & Partial<StoredEntity>,
  ): string {
    if (known && (!known.implied || !isNews(known, given))) return id;
    const source = known?.source ?? this.source;
    this.put({ kind, id, projectId: null, position: 0, implied: true, source, ...members() });
    return id;
  }

  /** Whether ids of this source may differ from the store's. */
  get hasAliases(): boolean {
    return this.#aliases.size > 0;
  }
}

export function sprintFieldsOf(catalogue: Catalogue): StoredEntity[] {
  return catalogue
    .all('field')
    .filter(field => String(asObject(field.document.schema)?.custom ?? '').endsWith(':gh-sprint'));
}

function isNews({ kind, document }: StoredEntity, given: JsonObject): boolean {
  const members = kind === 'user' ? USER_MEMBERS : OTHER_MEMBERS;
  return members.some(member => {
    const value = given[member];
    return value !== undefined && value !== null && value !== document[member];
  });
}

/** Embedded issues may have `fields` of their own. */
function withoutFields(given: JsonObject): JsonObject {
  const { fields: _fields, ...rest } = given;
  return rest;
}
