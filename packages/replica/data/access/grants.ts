import type { Catalogue, StoredEntity } from '../catalogue.ts';
import { asObject, asObjects, asText, type JsonObject } from '../shapes.ts';
import { fold } from '../words.ts';

/** True: to every issue. Fields: to issues whose field names the reader or one of his groups. */
export type Access = true | readonly string[];

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
}

/** What permission and issue security schemes grant to a user, or to nobody in particular (null). */
export class Grants {
  readonly userId: string | null;
  /** Names and ids of the user's groups, folded. */
  readonly groups: ReadonlySet<string>;
  readonly #catalogue: Catalogue;

  constructor(catalogue: Catalogue, userId: string | null) {
    this.#catalogue = catalogue;
    this.userId = userId;
    this.groups = new Set(groupsOf(catalogue, userId).map(fold));
  }

  /** A site without permission schemes grants everything to everybody. */
  get #areKnown(): boolean {
    return this.#catalogue.size('permissionScheme') > 0;
  }

  /** Projects in which the permission is granted, at least for some issues. */
  projects(permission: string): Map<string, Access> {
    const granted = this.#catalogue.all('project').map(({ id }) => {
      const scheme = this.schemeOf(id, 'permissionScheme');
      if (!scheme) return [id, this.#areKnown ? null : true] as const;
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
    if (this.#catalogue.size('securityScheme') === 0) return { projects, levels: null };
    const levels = [...projects.keys()].flatMap(id =>
      asObjects(this.schemeOf(id, 'securityScheme')?.document.levels).map(
        level => [`${id}/${String(level.id)}`, this.#access(asObjects(level.members), id)] as const,
      ),
    );
    return { projects, levels: withoutNull(levels) };
  }

  /** The scheme of a project. Projects without a permission scheme have the default one, '0'. */
  schemeOf(
    projectId: string,
    kind: 'permissionScheme' | 'securityScheme',
  ): StoredEntity | undefined {
    const id = asText(this.#catalogue.get('projectAccess', projectId)?.document[kind]);
    return this.#catalogue.get(kind, id ?? (kind === 'permissionScheme' ? '0' : ''));
  }

  /** The union of what `grants` give to the user in a project; null without any. */
  #access(grants: readonly JsonObject[], projectId: string): Access | null {
    const held = grants.map(grant => this.#holds(asObject(grant.holder) ?? {}, projectId));
    if (held.includes(true)) return true;
    const fields = held.filter(field => typeof field === 'string');
    return fields.length > 0 ? [...new Set(fields)] : null;
  }

  /** Whether the user is a holder; a field if that depends on the issue. */
  #holds({ type, parameter, value }: JsonObject, projectId: string): boolean | string {
    const { groups } = this;
    if (type === 'anyone') return true;
    if (this.userId === null) return false;
    const names = [asText(value), asText(parameter)].filter(name => name !== null);
    const project = this.#catalogue.get('project', projectId)?.document;
    switch (type) {
      case 'applicationRole':
        return true;
      case 'user':
        return names.some(name => this.#isUser(name));
      case 'group':
        return names.some(name => groups.has(fold(name)));
      case 'projectLead':
        return this.#isUser(userIdOf(project?.lead));
      case 'projectRole':
        return this.hasRole(names, projectId);
      case 'reporter':
      case 'assignee':
        return type;
      case 'userCustomField':
      case 'groupCustomField':
        return names[0] ?? false;
      default:
        return false;
    }
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

/** The account id on Cloud, the key on Data Center. */
export function userIdOf(user: unknown): string | null {
  const { accountId, key } = asObject(user) ?? {};
  return asText(accountId) ?? asText(key);
}

function groupsOf(catalogue: Catalogue, userId: string | null): string[] {
  if (userId === null) return [];
  const groups = catalogue.get('user', userId)?.document.groups;
  const named = Array.isArray(groups) ? groups.map(String) : [];
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
