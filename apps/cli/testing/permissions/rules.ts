/** What Jira shows whom: the rules of docs/permissions.md in a few lines, which share nothing with the product. */
import {
  CONTACT,
  type Entry,
  HELPERS,
  type Holder,
  type Issue,
  type Project,
  type Site,
} from './site.ts';

type Answer = (holder: Holder, reader: string, project: Project, site: Site) => boolean;
type OfIssue = (holder: Holder, reader: string, issue: Issue, site: Site) => boolean;

const inGroup = (site: Site, reader: string, group: string | null | undefined) =>
  site.groups.some(
    ({ id, name, members }) => [id, name].includes(group ?? '') && members.includes(reader),
  );

const inRole = (site: Site, reader: string, project: Project, role: string | undefined) =>
  project.actors.some(
    actor => actor.role === role && (actor.person === reader || inGroup(site, reader, actor.group)),
  );

/** Grants that hold for a project as a whole, by the type of their holder. */
export const OF_PROJECTS: Readonly<Record<string, Answer>> = {
  anyone: () => true,
  applicationRole: ({ parameter }, reader, _, site) =>
    parameter === undefined ||
    site.applications.some(
      ({ key, groups }) => key === parameter && groups.some(group => inGroup(site, reader, group)),
    ),
  user: ({ parameter }, reader) => parameter === reader,
  group: ({ parameter }, reader, _, site) => inGroup(site, reader, parameter),
  projectRole: ({ parameter }, reader, project, site) => inRole(site, reader, project, parameter),
  projectLead: (_, reader, project) => project.lead === reader,
  'sd.customer.portal.only': () => false,
};

/** Grants that hold for single issues. */
export const OF_ISSUES: Readonly<Record<string, OfIssue>> = {
  reporter: (_, reader, issue) => issue.reporter === reader,
  assignee: (_, reader, issue) => issue.assignee === reader,
  userCustomField: ({ parameter }, reader, issue) =>
    parameter === CONTACT && issue.contact === reader,
  groupCustomField: ({ parameter }, reader, issue, site) =>
    parameter === HELPERS && inGroup(site, reader, issue.helpers),
};

/** A site of which only some issues and projects are stored, and the members of security levels are known or not. */
interface Part {
  readonly site: Site;
  readonly stored: ReadonlySet<string>;
  readonly projects: ReadonlySet<string>;
  readonly knowsLevels: boolean;
}

/** What a reader sees. */
export function rulesFor({ site, stored, projects, knowsLevels }: Part, reader: string) {
  const isActive = site.people.find(({ id }) => id === reader)?.state === 'active';
  const holds = (holder: Holder, issue: Issue) =>
    (OF_PROJECTS[holder.type]?.(holder, reader, issue.project, site) ?? false) ||
    (OF_ISSUES[holder.type]?.(holder, reader, issue, site) ?? false);
  const hasLevel = ({ level, project }: Issue, issue: Issue) =>
    level === null ||
    (knowsLevels && (project.levels?.get(level) ?? []).some(each => holds(each, issue)));
  const issue = (one: Issue): boolean =>
    isActive &&
    stored.has(one.id) &&
    one.project.browse.some(holder => holds(holder, one)) &&
    hasLevel(one, one);
  const project = (one: Project): boolean =>
    isActive &&
    projects.has(one.id) &&
    one.browse.some(
      holder => holder.type in OF_ISSUES || OF_PROJECTS[holder.type]?.(holder, reader, one, site),
    );
  const projectOf = (id: string | undefined) => site.projects.find(each => each.id === id);
  const isBoardHere = (id: string) =>
    site.boards.some(each => each.filter === id && projects.has(each.project));
  const filter = (id: string): boolean => {
    const found = site.filters.find(each => each.id === id);
    // Those of boards are here.
    if (!found || !isActive || !isBoardHere(id)) return false;
    const isShared = found.shares.some(share => {
      const place = projectOf(share.project);
      if (share.type === 'project')
        return place && project(place) && (!share.role || inRole(site, reader, place, share.role));
      if (share.type === 'group') return inGroup(site, reader, share.group);
      if (share.type === 'user') return share.person === reader;
      return share.type === 'loggedin' || share.type === 'global';
    });
    return isShared || found.owner === reader;
  };
  const board = (id: string): boolean => {
    const found = site.boards.find(each => each.id === id);
    return found !== undefined && filter(found.filter);
  };
  const issues = site.issues.filter(issue);
  const sprint = (id: string): boolean => {
    const found = site.sprints.find(each => each.id === id);
    return (found && board(found.board)) || issues.some(({ sprints }) => sprints.includes(id));
  };
  const entry = ({ restriction }: Entry, of: Issue): boolean => {
    if (!issues.includes(of) || !restriction) return issues.includes(of);
    if (restriction.type === 'group') return inGroup(site, reader, restriction.name);
    const role = site.roles.find(({ name }) => name === restriction.name);
    return inRole(site, reader, of.project, role?.id);
  };
  return { reader, issues, project, filter, board, sprint, entry };
}

export type Rules = ReturnType<typeof rulesFor>;
