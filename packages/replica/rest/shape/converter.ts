import type { Entity, EntityKind } from '../../data/entity.ts';
import type { IssueDocument } from '../../data/issues/issue-document.ts';
import { accountOf, asObject, type JsonObject } from '../../data/shapes.ts';
import { avatarUrls } from '../pictures.ts';
import { adfFromText, isAdf, wikiFromAdf } from './rich-text.ts';
import { sprintText } from './sprint.ts';

/** Missing on Data Center. */
const cloudFields = new Set(['statuscategorychangedate', 'statusCategory']);
const cloudMembers = ['hierarchyLevel', 'simplified', 'entityId'];

interface Target {
  readonly base: string;
  readonly isCloud: boolean;
  readonly version: 2 | 3;
  readonly all: (kind: EntityKind) => readonly Entity[];
  readonly find: (kind: EntityKind, id: string) => Entity | undefined;
}

/**
 * Converts stored documents for a call: users and sprints by flavour, addresses and pictures of this server, rich text
 * by API version. Caches, so use one per call.
 */
export class Converter {
  readonly #target: Target;
  readonly #users = new Map<string, JsonObject>();
  readonly #sprintFields: ReadonlySet<string>;
  readonly #epicLinkFields: readonly string[];
  readonly #richTextFields: ReadonlySet<string>;

  constructor(target: Target) {
    this.#target = target;
    const ofType = (pattern: RegExp) =>
      target.all('field').flatMap(field => (pattern.test(customType(field)) ? field.id : []));
    this.#sprintFields = new Set(ofType(/:gh-sprint$/));
    this.#epicLinkFields = ofType(/:gh-epic-link$/);
    this.#richTextFields = new Set(['description', 'environment', ...ofType(/:textarea$/)]);
  }

  value(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(each => this.value(each));
    if (isAdf(value)) return this.#target.version === 3 ? value : wikiFromAdf(value);
    const object = value as JsonObject;
    const accountId = accountOf(object);
    if (accountId !== null) return this.user({ ...object, accountId });
    const isStatus = typeof object.id === 'string' && 'statusCategory' in object;
    return isStatus ? this.#status(object) : this.#members(object);
  }

  /** The site's name and category of a status replace those of the time when the issue was updated. */
  #status(reference: JsonObject): JsonObject {
    const stored = this.#target.find('status', String(reference.id))?.document;
    const { name, statusCategory } = { ...reference, ...stored };
    return this.#members({ ...reference, name, statusCategory });
  }

  /** Without the source's host, context path and gateway. */
  #ownAddress(self: string): string {
    return this.#target.base + self.replace(/^https?:\/\/(?:.*?(?=\/rest\/)|[^/]+)/, '');
  }

  #members(object: JsonObject): JsonObject {
    const converted: JsonObject = {};
    for (const name in object) converted[name] = this.value(object[name]);
    if (typeof object.self === 'string') converted.self = this.#ownAddress(object.self);
    if (typeof object.iconUrl === 'string') converted.iconUrl = this.#iconUrl(object);
    if (object.avatarUrls) {
      const id = String(object.key ?? object.id ?? object.name);
      const name = String(object.key ?? object.name ?? id);
      converted.avatarUrls = avatarUrls(this.#target.base, 'project', id, name);
    }
    if (!this.#target.isCloud) for (const name of cloudMembers) delete converted[name];
    return converted;
  }

  /** Data Center has `parent` for sub-tasks alone where there is an Epic Link, and lacks some fields of Cloud. */
  has(id: string, issue: IssueDocument): boolean {
    if (this.#target.isCloud) return true;
    if (cloudFields.has(id)) return false;
    if (id !== 'parent' || asObject(issue.fields.issuetype)?.subtask === true) return true;
    return !this.#epicLinkFields.some(field => issue.fields[field]);
  }

  field(id: string, value: unknown): unknown {
    if (value === null || value === undefined) return null;
    if (this.#richTextFields.has(id)) return this.richText(value);
    if (this.#sprintFields.has(id) && Array.isArray(value) && !this.#target.isCloud)
      return value.map(sprint => (typeof sprint === 'string' ? sprint : sprintText(sprint)));
    if (id === 'comment') return this.#comments(value as JsonObject);
    return this.value(value);
  }

  /** Converts to this API version's form. */
  richText(value: unknown): unknown {
    if (typeof value === 'string' && this.#target.version === 3) return adfFromText(value);
    return this.value(value);
  }

  /** By account on Cloud, by name and key on Data Center. What the site stores of a user replaces the reference. */
  user(reference: { readonly accountId?: unknown }): JsonObject {
    const id = String(reference.accountId);
    let user = this.#users.get(id);
    if (!user) {
      user = this.#shapeUser({ ...reference, ...this.#target.find('user', id)?.document });
      this.#users.set(id, user);
    }
    return user;
  }

  /** For changelogs. */
  userId(accountId: string | null): string | null {
    if (accountId === null || this.#target.isCloud) return accountId;
    const stored = this.#target.find('user', accountId);
    return stored ? userKey(stored.document) : accountId;
  }

  #shapeUser(document: JsonObject): JsonObject {
    const accountId = String(document.accountId);
    const displayName = String(document.displayName ?? accountId);
    const name = userName(document);
    const identity = this.#target.isCloud
      ? {
          self: `${this.#target.base}/rest/api/3/user?accountId=${encodeURIComponent(accountId)}`,
          accountId,
          accountType: document.accountType,
        }
      : {
          self: `${this.#target.base}/rest/api/2/user?username=${encodeURIComponent(name)}`,
          name,
          key: userKey(document),
        };
    return {
      ...identity,
      emailAddress: document.emailAddress || undefined,
      avatarUrls: avatarUrls(this.#target.base, 'user', accountId, displayName),
      displayName,
      active: document.active !== false,
      timeZone: document.timeZone || undefined,
    };
  }

  #comments(value: JsonObject): JsonObject {
    const converted = this.value(value) as JsonObject;
    if (!Array.isArray(value.comments)) return converted;
    converted.comments = value.comments.map((comment: JsonObject) => ({
      ...(this.value(comment) as JsonObject),
      body: this.richText(comment.body),
    }));
    return converted;
  }

  #iconUrl(object: JsonObject): string {
    if ('statusCategory' in object) return `${this.#target.base}/replica/status.svg`;
    const kind = 'subtask' in object || 'hierarchyLevel' in object ? 'issuetype' : 'priority';
    return `${this.#target.base}/replica/${kind}/${encodeURIComponent(String(object.name ?? ''))}.svg`;
  }

  isRichText(fieldId: string): boolean {
    return this.#richTextFields.has(fieldId);
  }
}

export const userName = (document: JsonObject): string =>
  String(document.name ?? document.accountId);

const userKey = (document: JsonObject): string =>
  String(document.key ?? document.name ?? document.accountId);

export function customType(field: Entity): string {
  const schema = field.document.schema as { custom?: string } | undefined;
  return schema?.custom ?? '';
}
