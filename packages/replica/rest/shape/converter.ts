import type { Entity, EntityKind } from '../../data/entity.ts';
import type { IssueDocument } from '../../data/issues/issue-document.ts';
import { accountOf, type JsonObject } from '../../data/shapes.ts';
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
export function makeConverter(target: Target) {
  const { base, isCloud, version } = target;
  const users = new Map<string, JsonObject>();
  const ofType = (pattern: RegExp) =>
    target.all('field').flatMap(field => (pattern.test(customType(field)) ? field.id : []));
  const sprintFields = new Set(ofType(/:gh-sprint$/));
  const epicLinkFields = ofType(/:gh-epic-link$/);
  const richTextFields = new Set(['description', 'environment', ...ofType(/:textarea$/)]);

  function convert(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(convert);
    if (isAdf(value)) return version === 3 ? value : wikiFromAdf(value);
    const object = value as JsonObject;
    const accountId = accountOf(object);
    if (accountId !== null) return user({ ...object, accountId });
    const isStatus = typeof object.id === 'string' && 'statusCategory' in object;
    return isStatus ? status(object) : members(object);
  }

  /** The site's name and category of a status replace those of the time when the issue was updated. */
  function status(reference: JsonObject): JsonObject {
    const stored = target.find('status', String(reference.id))?.document;
    const { name, statusCategory } = { ...reference, ...stored };
    return members({ ...reference, name, statusCategory });
  }

  /** Without the source's host, context path and gateway. */
  const ownAddress = (self: string) =>
    base + self.replace(/^https?:\/\/(?:.*?(?=\/rest\/)|[^/]+)/, '');

  function members(object: JsonObject): JsonObject {
    const converted: JsonObject = {};
    for (const name in object) converted[name] = convert(object[name]);
    if (typeof object.self === 'string') converted.self = ownAddress(object.self);
    if (typeof object.iconUrl === 'string') converted.iconUrl = iconUrl(object);
    if (object.avatarUrls) {
      const id = String(object.key ?? object.id ?? object.name);
      const name = String(object.key ?? object.name ?? id);
      converted.avatarUrls = avatarUrls(base, 'project', id, name);
    }
    if (!isCloud) for (const name of cloudMembers) delete converted[name];
    return converted;
  }

  /** Data Center has only Epic Link for epics, and lacks some fields of Cloud. */
  function has(id: string, issue: IssueDocument): boolean {
    if (isCloud) return true;
    if (cloudFields.has(id)) return false;
    return id !== 'parent' || !epicLinkFields.some(field => issue.fields[field]);
  }

  function field(id: string, value: unknown): unknown {
    if (value === null || value === undefined) return null;
    if (richTextFields.has(id)) return richText(value);
    if (sprintFields.has(id) && Array.isArray(value) && !isCloud)
      return value.map(sprint => (typeof sprint === 'string' ? sprint : sprintText(sprint)));
    if (id === 'comment') return comments(value as JsonObject);
    return convert(value);
  }

  /** Converts to this API version's form. */
  function richText(value: unknown): unknown {
    if (typeof value === 'string' && version === 3) return adfFromText(value);
    return convert(value);
  }

  /** By account on Cloud, by name and key on Data Center. What the site stores of a user replaces the reference. */
  function user(reference: { readonly accountId?: unknown }): JsonObject {
    const id = String(reference.accountId);
    let user = users.get(id);
    if (!user) {
      user = shapeUser({ ...reference, ...target.find('user', id)?.document });
      users.set(id, user);
    }
    return user;
  }

  /** For changelogs. */
  function userId(accountId: string | null): string | null {
    if (accountId === null || isCloud) return accountId;
    const stored = target.find('user', accountId);
    return stored ? userKey(stored.document) : accountId;
  }

  function shapeUser(document: JsonObject): JsonObject {
    const accountId = String(document.accountId);
    const displayName = String(document.displayName ?? accountId);
    const name = userName(document);
    const identity = isCloud
      ? {
          self: `${base}/rest/api/3/user?accountId=${encodeURIComponent(accountId)}`,
          accountId,
          accountType: document.accountType ?? 'atlassian',
        }
      : {
          self: `${base}/rest/api/2/user?username=${encodeURIComponent(name)}`,
          name,
          key: userKey(document),
        };
    return {
      ...identity,
      emailAddress: document.emailAddress || undefined,
      avatarUrls: avatarUrls(base, 'user', accountId, displayName),
      displayName,
      active: document.active !== false,
      timeZone: document.timeZone || undefined,
    };
  }

  function comments(value: JsonObject): JsonObject {
    const converted = convert(value) as JsonObject;
    if (!Array.isArray(value.comments)) return converted;
    converted.comments = value.comments.map((comment: JsonObject) => ({
      ...(convert(comment) as JsonObject),
      body: richText(comment.body),
    }));
    return converted;
  }

  function iconUrl(object: JsonObject): string {
    if ('statusCategory' in object) return `${base}/replica/status.svg`;
    const kind = 'subtask' in object || 'hierarchyLevel' in object ? 'issuetype' : 'priority';
    return `${base}/replica/${kind}/${encodeURIComponent(String(object.name ?? ''))}.svg`;
  }

  const isRichText = (fieldId: string): boolean => richTextFields.has(fieldId);
  return { value: convert, has, field, richText, user, userId, isRichText };
}

export type Converter = ReturnType<typeof makeConverter>;

export const userName = (document: JsonObject): string =>
  String(document.name ?? document.accountId);

const userKey = (document: JsonObject): string =>
  String(document.key ?? document.name ?? document.accountId);

export function customType(field: Entity): string {
  const schema = field.document.schema as { custom?: string } | undefined;
  return schema?.custom ?? '';
}
