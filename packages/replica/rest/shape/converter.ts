import type { Entity } from '../../data/entity.ts';
import type { IssueDocument } from '../../data/issues/issue-document.ts';
import type { Call } from '../api.ts';
import { avatarUrls } from '../pictures.ts';
import { adfFromText, isAdf, wikiFromAdf } from './rich-text.ts';
import { sprintText } from './sprint.ts';
import { shapeUser, userKey } from './user.ts';

type Json = Record<string, unknown>;

/** Missing on Data Center. */
const cloudFields = new Set(['statuscategorychangedate', 'statusCategory']);
const cloudMembers = ['hierarchyLevel', 'simplified', 'entityId'];

/**
 * Converts stored documents for a call: users and sprints by flavour, addresses and pictures of this server, rich text
 * by API version. Caches, so use one per call.
 */
export class Converter {
  private readonly call: Call;
  private readonly users: Map<string, Entity>;
  private readonly shaped = new Map<string, Json>();
  private readonly sprintFields: Set<string>;
  private readonly richTextFields: Set<string>;
  private readonly epicLinkFields: string[];

  constructor(call: Call, users: Entity[], fields: Entity[]) {
    this.call = call;
    this.users = indexById(users);
    const ofType = (pattern: RegExp) =>
      fields.filter(field => pattern.test(customType(field))).map(field => field.id);
    this.sprintFields = new Set(ofType(/:gh-sprint$/));
    this.epicLinkFields = ofType(/:gh-epic-link$/);
    this.richTextFields = new Set(['description', 'environment', ...ofType(/:textarea$/)]);
  }

  value(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(part => this.value(part));
    if (isAdf(value)) return this.call.version === 3 ? value : wikiFromAdf(value);
    const object = value as Json;
    const accountId = accountOf(object);
    if (accountId !== null) return this.user({ ...object, accountId });
    const converted: Json = {};
    for (const name in object) converted[name] = this.value(object[name]);
    if (typeof object.self === 'string') converted.self = this.address(object.self);
    if (typeof object.iconUrl === 'string') converted.iconUrl = this.iconUrl(object);
    if (object.avatarUrls) converted.avatarUrls = this.projectPicture(object);
    if (this.call.flavour === 'data-center')
      for (const name of cloudMembers) delete converted[name];
    return converted;
  }

  /** Data Center has only Epic Link for epics, and lacks some fields of Cloud. */
  has(id: string, issue: IssueDocument): boolean {
    if (this.call.flavour === 'cloud') return true;
    if (cloudFields.has(id)) return false;
    if (id !== 'parent') return true;
    return !this.epicLinkFields.some(field => issue.fields[field]);
  }

  field(id: string, value: unknown): unknown {
    if (value === null || value === undefined) return null;
    if (this.richTextFields.has(id)) return this.richText(value);
    if (this.sprintFields.has(id) && Array.isArray(value) && this.call.flavour === 'data-center') {
      return value.map(sprint => (typeof sprint === 'string' ? sprint : sprintText(sprint)));
    }
    if (id === 'comment') return this.comments(value as Json);
    return this.value(value);
  }

  /** Converts to this API version's form. */
  richText(value: unknown): unknown {
    if (typeof value === 'string' && this.call.version === 3) return adfFromText(value);
    return this.value(value);
  }

  user(reference: Json): Json {
    const id = String(reference.accountId);
    let user = this.shaped.get(id);
    if (!user) {
      const stored = this.users.get(id)?.document ?? {};
      user = shapeUser({ ...reference, ...stored }, this.call.base, this.call.flavour);
      this.shaped.set(id, user);
    }
    return user;
  }

  /** For changelogs. */
  userId(accountId: string | null): string | null {
    if (accountId === null || this.call.flavour === 'cloud') return accountId;
    const stored = this.users.get(accountId);
    return stored ? userKey(stored.document) : accountId;
  }

  isRichText(fieldId: string): boolean {
    return this.richTextFields.has(fieldId);
  }

  /** Rewrites an address of the original site to this server. */
  address(address: string): string {
    return this.call.base + address.replace(/^https?:\/\/[^/]+/, '');
  }

  private comments(value: Json): Json {
    const converted = this.value(value) as Json;
    if (!Array.isArray(value.comments)) return converted;
    converted.comments = value.comments.map((comment: Json) => ({
      ...(this.value(comment) as Json),
      body: this.richText(comment.body),
    }));
    return converted;
  }

  private iconUrl(object: Json): string {
    const name = encodeURIComponent(String(object.name ?? ''));
    if ('statusCategory' in object) return `${this.call.base}/replica/status.svg`;
    const kind = 'subtask' in object || 'hierarchyLevel' in object ? 'issuetype' : 'priority';
    return `${this.call.base}/replica/${kind}/${name}.svg`;
  }

  private projectPicture(object: Json) {
    const id = String(object.key ?? object.id ?? object.name);
    return avatarUrls(this.call.base, 'project', id, String(object.key ?? object.name ?? id));
  }
}

export async function converterFor(call: Call): Promise<Converter> {
  const [users, fields] = await Promise.all([
    call.store.catalogue.all('user'),
    call.store.catalogue.all('field'),
  ]);
  return new Converter(call, users, fields);
}

/** Data Center users without a known account stay as they are. */
function accountOf({ accountId, displayName, active, key, name }: Json): string | null {
  if (typeof accountId === 'string') return accountId;
  if (typeof displayName !== 'string' || typeof active !== 'boolean') return null;
  const id = key ?? name;
  return typeof id === 'string' ? id : null;
}

const indexes = new WeakMap<Entity[], Map<string, Entity>>();

/** Cached per list. */
function indexById(entities: Entity[]): Map<string, Entity> {
  let index = indexes.get(entities);
  if (!index) {
    index = new Map(entities.map(entity => [entity.id, entity]));
    indexes.set(entities, index);
  }
  return index;
}

export function customType(field: Entity): string {
  const schema = field.document.schema as { custom?: string } | undefined;
  return schema?.custom ?? '';
}
