import { asObject } from '@tallyboard/replica/data/shapes.ts';
import { type Api, type Call, readBody } from '@tallyboard/replica/rest/api.ts';
import { EDIT, READ_ISSUES } from '@tallyboard/replica/rest/call-rights.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import { mayView } from '@tallyboard/replica/rest/platform/dashboard.ts';
import { findProject } from '@tallyboard/replica/rest/platform/entities.ts';
import { requirePermission } from '@tallyboard/replica/rest/platform/permissions.ts';
import type { SavedReportStore } from '../saved-reports.ts';

const path = '/replica/projects/:idOrKey/start-report';
const KEY = 'start-report';

/** The saved report that the page of a project opens first. Administrators of the project choose it. */
export const projectStart = (reports: SavedReportStore) => (api: Api) => {
  const visible = async (call: Call, id: unknown) => {
    const found = typeof id === 'string' ? await reports.get(id) : null;
    return found && mayView(call, found) ? found : null;
  };

  api.root.get(path, READ_ISSUES, async call => {
    const project = findProject(call);
    const stored = await call.store.properties.get(`project:${project.id}`, KEY);
    const report = await visible(call, asObject(stored?.value)?.id);
    const administered = await call.store.access.projects('ADMINISTER_PROJECTS');
    return { report: report?.id ?? null, editable: administered.includes(project.id) };
  });

  api.root.put(path, EDIT, async call => {
    const { id: projectId } = findProject(call);
    await requirePermission(call, 'ADMINISTER_PROJECTS', { projectId });
    const { report } = readBody(call);
    const found = await visible(call, report);
    if (report !== null && !found) throw new JiraError(400, 'There is no such saved report.');
    const { properties } = call.store;
    if (found) await properties.set(`project:${projectId}`, KEY, { id: found.id });
    else await properties.delete(`project:${projectId}`, KEY);
  });
};
