import type { StoredEntity } from '../../data/catalogue.ts';
import { asObject, asText } from '../../data/shapes.ts';
import { fold } from '../../data/words.ts';
import { type JqlContext, wrongValue } from '../context.ts';
import type { FunctionResult, JqlFunction } from './function.ts';

const ids = (list: readonly StoredEntity[]): FunctionResult => ({
  type: 'ids',
  ids: list.map(({ id }) => id),
});

/** Reports an error if there are none. */
export function usersNamed(context: JqlContext, name: string, field: string): string[] {
  const exact = context.catalogue.get('user', name);
  const users = exact ? [exact] : context.catalogue.named('user', name);
  if (users.length === 0) {
    wrongValue(context, `The value '${name}' does not exist for the field '${field}'.`);
  }
  return users.map(user => user.id);
}

function projectsNamed(context: JqlContext, names: readonly string[], field: string): string[] {
  return names.flatMap(name => {
    const found = context.catalogue
      .all('project')
      .filter(
        project =>
          fold(String(project.document.key)) === fold(name) ||
          project.id === name ||
          fold(project.name) === fold(name),
      );
    if (found.length === 0)
      wrongValue(context, `The value '${name}' does not exist for the field '${field}'.`);
    return found.map(project => project.id);
  });
}

export function sprintsIn(name: string, state: string): JqlFunction {
  return {
    name,
    kind: 'sprint',
    list: true,
    args: [0, 0],
    run: context =>
      ids(context.catalogue.all('sprint').filter(sprint => sprint.document.state === state)),
  };
}

export function versionsThat(name: string, released: boolean): JqlFunction {
  return {
    name,
    kind: 'version',
    list: true,
    args: [0, Number.POSITIVE_INFINITY],
    run(context, args, field) {
      const projects = args.length > 0 ? new Set(projectsNamed(context, args, field)) : null;
      return ids(
        context.catalogue
          .all('version')
          .filter(
            version =>
              (version.document.released === true) === released &&
              version.document.archived !== true,
          )
          .filter(version => !projects || projects.has(version.projectId ?? '')),
      );
    },
  };
}

export function singleVersion(name: string, released: boolean): JqlFunction {
  const many = versionsThat(name, released);
  return {
    ...many,
    list: false,
    args: [1, 1],
    run(context, args, field) {
      const found = many.run(context, args, field);
      if (found?.type !== 'ids') return found;
      const one = released ? found.ids.at(-1) : found.ids[0];
      return { type: 'ids', ids: one === undefined ? [] : [one] };
    },
  };
}

export function typesThat(name: string, subtask: boolean): JqlFunction {
  return {
    name,
    kind: 'issueType',
    list: true,
    args: [0, 0],
    run: context =>
      ids(context.catalogue.all('issueType').filter(type => isSubtask(type) === subtask)),
  };
}

export function isSubtask(type: StoredEntity): boolean {
  return type.document.subtask === true || type.document.hierarchyLevel === -1;
}

export function ledBy(name: string, kind: 'project' | 'component'): JqlFunction {
  return {
    name,
    kind,
    list: true,
    args: [0, 1],
    run(context, [user], field) {
      const leads = user === undefined ? [context.viewer.userId] : usersNamed(context, user, field);
      return ids(context.catalogue.all(kind).filter(entity => leads.includes(leadOf(entity))));
    },
  };
}

function leadOf(entity: StoredEntity): string | null {
  const lead = asObject(entity.document.lead);
  return (
    asText(lead?.accountId) ??
    asText(lead?.key) ??
    asText(lead?.name) ??
    asText(entity.document.leadAccountId)
  );
}

/** Permissions and roles are not modelled: every existing project matches. */
export function everyProject(name: string): JqlFunction {
  return {
    name,
    kind: 'project',
    list: true,
    args: [1, 1],
    run: context => ids(context.catalogue.all('project')),
  };
}
