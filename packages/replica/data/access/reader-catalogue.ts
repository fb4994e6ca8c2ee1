import { fold } from '@tallyboard/database/text/words.ts';
import { Catalogue } from '../catalogue.ts';
import type { EntityKind, StoredEntity } from '../entity.ts';
import { filterIdOf } from '../planning/boards.ts';
import { asObject, asObjects, asText, type JsonObject } from '../shapes.ts';
import { type Access, type Grants, userIdOf, type Visibility } from './grants.ts';

/** Kinds that are hidden with their project, and that reports take from issues. */
export const KINDS_OF_ISSUES = [
  'project',
  'version',
  'component',
  'status',
  'issueType',
  'field',
] as const satisfies readonly EntityKind[];

/** Kinds that may be hidden from a reader. */
const HIDEABLE_KINDS: ReadonlySet<EntityKind> = new Set([
  ...KINDS_OF_ISSUES,
  'board',
  'sprint',
  'filter',
]);

/** What is granted to a reader, and what the reader may see; null: everything. */
export interface ReaderView {
  readonly grants: Grants;
  readonly visibility: Visibility | null;
}

/** The catalogue as a reader sees it. */
export class ReaderCatalogue extends Catalogue {
  /** Ids of sprints of visible issues whose boards the reader may not see. */
  sprintsOfIssues: ReadonlySet<string> = new Set();
  readonly #all: Catalogue;
  readonly #view: () => ReaderView;

  constructor(all: Catalogue, view: () => ReaderView) {
    super();
    this.#all = all;
    this.#view = view;
  }

  override get(kind: EntityKind, id: string): StoredEntity | undefined {
    const entity = this.#all.get(kind, id);
    return entity && this.#filter(kind, [entity])[0];
  }

  override named(kind: EntityKind, name: string): readonly StoredEntity[] {
    return this.#filter(kind, this.#all.named(kind, name));
  }

  override all(kind: EntityKind): readonly StoredEntity[] {
    return this.#filter(kind, this.#all.all(kind));
  }

  override size(kind: EntityKind): number {
    return this.all(kind).length;
  }

  /** Ids of sprints that the reader may see only if an issue in them is visible. */
  sprintsOfHiddenBoards(): string[] {
    const boards = new Set(this.all('board').map(({ id }) => id));
    return this.#all
      .all('sprint')
      .flatMap(({ id, document }) => (boards.has(String(document.originBoardId)) ? [] : id));
  }

  #filter(kind: EntityKind, entities: readonly StoredEntity[]): readonly StoredEntity[] {
    if (!HIDEABLE_KINDS.has(kind)) return entities;
    const { grants, visibility } = this.#view();
    if (!visibility) return entities;
    return entities.filter(entity => this.#sees(entity, visibility.projects, grants));
  }

  #sees(entity: StoredEntity, projects: ReadonlyMap<string, Access>, grants: Grants): boolean {
    const { kind, id, projectId, document } = entity;
    const seesProject = (of: string | null) => of === null || projects.has(of);
    switch (kind) {
      case 'project':
        return projects.has(id);
      case 'board': {
        const filter = this.#all.get('filter', filterIdOf(document) ?? '');
        if (filter) return seesFilter(filter.document, projects, grants);
        // Boards of team-managed projects have no filter of their own.
        const projectId = projectOfBoard(document);
        return document.type === 'simple' && projectId !== null && projects.has(projectId);
      }
      case 'sprint':
        return (
          this.sprintsOfIssues.has(id) ||
          this.get('board', String(document.originBoardId)) !== undefined
        );
      case 'filter':
        return seesFilter(document, projects, grants);
      default:
        return seesProject(projectId);
    }
  }
}

/** A filter without shares, or whose shares are unknown, is private. */
function seesFilter(
  { owner, sharePermissions }: JsonObject,
  projects: ReadonlyMap<string, Access>,
  grants: Grants,
): boolean {
  const { userId, groups } = grants;
  const isMine = (user: unknown) => userId !== null && userIdOf(user) === userId;
  if (isMine(owner)) return true;
  return asObjects(sharePermissions).some(share => {
    const [project, role, group] = [share.project, share.role, share.group].map(asObject);
    const projectId = asText(project?.id);
    if (projectId !== null) {
      const roleId = asText(role?.id);
      return projects.has(projectId) && (roleId === null || grants.hasRole([roleId], projectId));
    }
    const names = [asText(group?.name), asText(group?.groupId)];
    if (group) return names.some(name => name !== null && groups.has(fold(name)));
    if (share.user) return isMine(share.user);
    if (share.type === 'global') return grants.isAnybody;
    return userId !== null && (share.type === 'loggedin' || share.type === 'authenticated');
  });
}

function projectOfBoard(board: JsonObject): string | null {
  const location = asObject(board.location);
  return (
    asText(location?.projectId) ?? asText(asObject(asObject(board.configuration)?.location)?.id)
  );
}
