import { fold } from '@tallyboard/database/text/words.ts';
import { namesIn } from '@tallyboard/records/people.ts';
import type { Catalogue } from '../catalogue.ts';
import type { Entity, EntityKind, StoredEntity } from '../entity.ts';
import { asObject, asObjects, asText, type JsonObject } from '../shapes.ts';

/**
 * True: to every issue. Else to issues of which the reader is 'reporter' or 'assignee', or whose custom field names the reader
 * ('user FIELD') or a group of the reader ('group FIELD').
 */
export type Access = true | readonly string[];

/**
 * How much a reader sees: 'everything'; 'stored': all that is stored of all issues, but nothing of issues that are not stored; or
 * a 'part' of the issues.
 */
export type Extent = 'everything' | 'stored' | 'part';

/** What a reader may see: anything missing is hidden. */
export interface Visibility {
  /** By project id. */
  readonly projects: ReadonlyMap<string, Access>;
  /** By 'project id/security level id'; null if levels are not enforced. */
  readonly levels: ReadonlyMap<string, Access> | null;
  /** Ids of the only issues that may be seen; unset: no such limit. */
  readonly issues?: readonly string[];
  /** Ids of the only issues with a security level that may be seen; unset: no such limit. */
  readonly levelled?: readonly string[];
  /** Roles and groups are not known: what is shown to their members alone is hidden. */
  readonly rolesUnknown?: boolean;
  /** Not even what is shared with everybody is shown: Jira has no such active user. */
  readonly hidesAll?: boolean;
}

/**
 * What permission and issue security schemes grant to a user, or to nobody in particular (null). Nothing is granted to a user who
 * is unknown or deactivated. What cannot be decided is not granted.
 */
export class Grants {
  /** Null for nobody in particular, and for a user who is unknown or deactivated. */
  readonly userId: string | null;
  /** False for an unknown or deactivated user, who does not get what is granted to or shared with everybody. */
  readonly isAnybody: boolean;
  /** Names and ids of the user's groups, folded. */
  readonly groups: ReadonlySet<string>;
  readonly #catalogue: Catalogue;
  readonly #rolesUnknown: boolean;

  /** `known`: what Jira itself said of the user. */
  constructor(catalogue: Catalogue, userId: string | null, known?: Visibility) {
    this.#catalogue = catalogue;
    const isKnown = known ? !known.hidesAll : userId === null || isActive(catalogue, userId);
    this.userId = isKnown ? userId : null;
    this.isAnybody = isKnown;
    this.#rolesUnknown = known?.rolesUnknown ?? false;
    const groups = this.#rolesUnknown ? [] : groupsOf(catalogue, this.userId);
    this.groups = new Set(groups.map(fold));
  }

  /** A site whose projects have no permission schemes grants everything to everybody: schemes alone hide nothing. */
  get #areKnown(): boolean {
    return this.#catalogue.size('permissionScheme') > 0 && this.#linkedSources().size > 0;
  }

  /** Where records came from that link projects to their schemes. */
  #linkedSources(): ReadonlySet<string> {
    return new Set(this.#catalogue.all('projectAccess').map(({ source }) => source));
  }

  /** Projects in which the permission is granted, at least for some issues. */
  projects(permission: string): Map<string, Access> {
    const linked = this.#linkedSources();
    const granted = this.#catalogue.all('project').map(({ id, source }) => {
      const scheme = this.schemeOf(id, 'permissionScheme');
      const isOpen = !this.#areKnown || (this.userId !== null && !linked.has(source));
      if (!scheme) return [id, isOpen || null] as const;
      const grants = asObjects(scheme.document.permissions);
      const own = grants.filter(grant => grant.permission === permission);
      return [id, this.#access(own, id)] as const;
    });
    return withoutNull(granted);
  }

  /** Projects in which the user has a role, by its id or name. */
  projectsWithRole(role: string): string[] {
    return this.#catalogue.all('project').flatMap(({ id }) => (this.hasRole([role], id) ? id : []));
  }

  /** Whether the user has one of the roles, by their ids or names, in a project. */
  hasRole(names: readonly string[], projectId: string): boolean {
    const roles = this.#roles(projectId);
    return names.some(name => roles.includes(fold(name)));
  }

  /** The ids of the projects in which the user has each role, by its name. */
  projectRoles(): Record<string, string[]> {
    if (this.userId === null) return {};
    const held = this.#catalogue
      .all('projectAccess')
      .map(({ id }) => [id, this.#roles(id)] as const);
    // Team-managed projects have roles of their own, of equal names.
    const named = Map.groupBy(this.#catalogue.all('role'), ({ name }) => name);
    return Object.fromEntries(
      Array.from(named, ([name, roles]) => {
        const ids = roles.map(({ id }) => fold(id));
        const isIn = (own: readonly string[]) => ids.some(each => own.includes(each));
        return [name, held.flatMap(([id, own]) => (isIn(own) ? id : []))];
      }),
    );
  }

  /** The restrictions of comments and worklogs that let the user see them. */
  restrictions(): string[] {
    const projects = this.#catalogue.all('projectAccess');
    return [
      ...[...this.groups].map(group => `group/${group}`),
      ...projects.flatMap(({ id }) => this.#roles(id).map(role => `role/${id}/${role}`)),
    ];
  }

  /** Ids and names of the user's roles in a project, folded. */
  #roles(projectId: string): string[] {
    if (this.#rolesUnknown) return [];
    return rolesOf(this.#catalogue.get('projectAccess', projectId)?.document)
      .filter(
        ({ user, login, group }) =>
          this.#isUser(user) || this.#hasLogin(login) || this.groups.has(fold(group ?? '')),
      )
      .flatMap(({ roleId }) => [roleId, this.#catalogue.get('role', roleId)?.name ?? roleId])
      .map(fold);
  }

  /** Null if the site has no permission schemes: everybody sees everything. */
  visibility(): Visibility | null {
    if (!this.#areKnown) return null;
    const projects = this.projects('BROWSE_PROJECTS');
    const levels = [...projects.keys()].flatMap(id =>
      asObjects(this.schemeOf(id, 'securityScheme')?.document.levels).map(
        level => [`${id}/${String(level.id)}`, this.#access(asObjects(level.members), id)] as const,
      ),
    );
    return { projects, levels: withoutNull(levels) };
  }

  /** The scheme of a project, if it is known. Projects without a permission scheme have the default one, '0'. */
  schemeOf(
    projectId: string,
    kind: 'permissionScheme' | 'securityScheme',
  ): StoredEntity | undefined {
    const access = this.#catalogue.get('projectAccess', projectId);
    if (!access) return undefined;
    const id = asText(access.document[kind]);
    return this.#catalogue.get(kind, id ?? (kind === 'permissionScheme' ? '0' : ''));
  }

  /** The union of what `grants` give to the user in a project; null without any. */
  #access(grants: readonly JsonObject[], projectId: string): Access | null {
    const held = grants.map(grant => this.#holds(asObject(grant.holder) ?? {}, projectId));
    if (held.includes(true)) return true;
    const fields = held.filter(field => typeof field === 'string');
    return fields.length > 0 ? [...new Set(fields)] : null;
  }

  /** Whether the user is a holder, or an `Access` of single issues. */
  #holds({ type, parameter, value }: JsonObject, projectId: string): boolean | string {
    if (type === 'anyone') return this.isAnybody;
    if (this.userId === null) return false;
    const name = asText(value) ?? asText(parameter);
    switch (type) {
      case 'applicationRole':
        return name === null || this.#usesApplication(name);
      case 'projectLead':
      case 'lead':
        return this.#isUser(userIdOf(this.#catalogue.get('project', projectId)?.document.lead));
      case 'reporter':
      case 'assignee':
        return type;
    }
    if (name === null) return false;
    switch (type) {
      case 'user':
        return this.#isUser(name) || this.#isUser(asText(parameter));
      case 'group':
        return this.groups.has(fold(name));
      case 'projectRole':
      case 'projectrole':
        return this.hasRole([name], projectId);
      case 'userCustomField':
      case 'userCF':
        return `user ${name}`;
      case 'groupCustomField':
      case 'groupCF':
        return `group ${name}`;
      default:
        return false;
    }
  }

  /** By the groups of an application role, which has a key as id, and a name. */
  #usesApplication(name: string): boolean {
    const roles = this.#catalogue.all('applicationRole');
    const role = roles.find(each => each.id === name) ?? roles.find(each => each.name === name);
    const { groups, groupDetails } = role?.document ?? {};
    const names = Array.isArray(groups) ? groups : [];
    const all = [...names, ...asObjects(groupDetails).flatMap(({ groupId: id }) => id)];
    return all.some(group => this.groups.has(fold(String(group))));
  }

  #isUser(name: string | null): boolean {
    if (name === null || this.userId === null) return false;
    return name === this.userId || this.#catalogue.get('user', this.userId)?.document.key === name;
  }

  #hasLogin(login: string | null): boolean {
    if (login === null || this.userId === null) return false;
    return this.#catalogue.get('user', this.userId)?.document.name === login;
  }
}

/** Who alone may see a comment or worklog: 'group/NAME' or 'role/PROJECT-ID/NAME', folded; null: everybody. */
export function restrictionOf({ visibility }: JsonObject, projectId: string): string | null {
  const given = asObject(visibility);
  if (!given) return null;
  const name = asText(given.identifier) ?? asText(given.value);
  return fold(`${given.type === 'role' ? `role/${projectId}` : given.type}/${name}`);
}

/** Projects whose permission scheme is named and not stored: nobody sees them. */
export async function projectsWithoutScheme({
  catalogue,
}: {
  readonly catalogue: { all(kind: EntityKind): Promise<readonly Entity[]> };
}): Promise<string[]> {
  const schemes = new Set((await catalogue.all('permissionScheme')).map(({ id }) => id));
  if (schemes.size === 0) return [];
  const projects = await catalogue.all('projectAccess');
  return projects.flatMap(({ id, document: { permissionScheme } }) =>
    schemes.has(asText(permissionScheme) ?? '0') ? [] : id,
  );
}

/** The account id on Cloud, the key on Data Center. */
export function userIdOf(user: unknown): string | null {
  const { accountId, key } = asObject(user) ?? {};
  return asText(accountId) ?? asText(key);
}

const isActive = (catalogue: Catalogue, userId: string): boolean =>
  (catalogue.get('user', userId)?.document.active ?? false) !== false;

function groupsOf(catalogue: Catalogue, userId: string | null): string[] {
  if (userId === null) return [];
  const named = namesIn(catalogue.get('user', userId)?.document.groups) ?? [];
  const listed = catalogue.all('group').filter(({ name, document: { members } }) => {
    return (Array.isArray(members) && members.includes(userId)) || named.includes(name);
  });
  return [...named, ...listed.flatMap(({ id, name }) => [id, name])];
}

const withoutNull = <Value>(entries: readonly (readonly [string, Value | null])[]) =>
  new Map(entries.filter((entry): entry is readonly [string, Value] => entry[1] !== null));

/** Users and groups in the roles of a project: by ids on Cloud, by login and group names on Data Center. */
export function rolesOf(access: JsonObject | undefined) {
  return Object.entries(asObject(access?.roles) ?? {}).flatMap(([roleId, actors]) =>
    asObjects(actors).map(actor => {
      const group = asObject(actor.actorGroup);
      const isGroup = group !== null || String(actor.type).includes('group');
      const name = asText(actor.name);
      return {
        roleId,
        user: isGroup ? null : asText(asObject(actor.actorUser)?.accountId),
        login: isGroup || actor.actorUser ? null : name,
        group: isGroup ? (asText(group?.groupId) ?? asText(group?.name) ?? name) : null,
      };
    }),
  );
}
