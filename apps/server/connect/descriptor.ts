import type { ConnectApp } from './apps.ts';

interface DashboardItem {
  readonly key: string;
  readonly path: string;
  readonly name: string;
  readonly description: string;
}

/** Gadgets by the name of their picture, with the page that shows each. */
export const dashboardItems: readonly DashboardItem[] = [
  {
    key: 'status',
    path: '/status-dashboard',
    name: 'Status and Progress',
    description: 'Resolved and open issues by any field, with story points and logged time.',
  },
  {
    key: 'velocity',
    path: '/velocity-dashboard',
    name: 'Individual Velocity',
    description: 'What each person committed to and completed, sprint by sprint.',
  },
  {
    key: 'timesheets',
    path: '/timesheets-dashboard',
    name: 'Timesheets',
    description: 'Logged work by day, week or month.',
  },
  {
    key: 'tracking',
    path: '/estimation-dashboard',
    name: 'Time Tracking and Estimation',
    description: 'Estimates against the time that was spent.',
  },
  {
    key: 'burn',
    path: '/burn-dashboard',
    name: 'Advanced Burndown',
    description: 'Burndown and burnup of sprints, epics, versions and filters.',
  },
  {
    key: 'time-status',
    path: '/time-status-dashboard',
    name: 'Time in Status',
    description: 'How long issues stay in each status.',
  },
  {
    key: 'text',
    path: '/text-dashboard',
    name: 'Text',
    description: 'A text of your own, with headings, links and pictures.',
  },
];

/** The app descriptor of Atlassian Connect. */
export function connectDescriptor(app: ConnectApp, baseUrl: string) {
  const { key, name, edition, descriptorPath } = app;
  const page = (path: string, query: Readonly<Record<string, string>> = {}) =>
    addressOf(path, { ...query, ...(edition === 'lite' && { edition }) });
  const loggedIn = [{ condition: 'user_is_logged_in' }];
  return {
    key,
    name,
    description: 'Reports and dashboard gadgets that show the issues behind every figure.',
    vendor: { name: 'Tallyboard', url: baseUrl },
    baseUrl,
    links: { self: `${baseUrl}${descriptorPath}`, documentation: `${baseUrl}/docs` },
    authentication: { type: 'jwt' },
    apiVersion: 1,
    apiMigrations: { 'signed-install': true, gdpr: true, 'context-qsh': true },
    enableLicensing: true,
    // WRITE is for the settings and titles of gadgets.
    scopes: ['READ', 'WRITE'],
    lifecycle: { installed: '/installed', uninstalled: '/uninstalled' },
    modules: {
      jiraProjectPages: [
        {
          key: 'project-reports',
          name: { value: name },
          url: page('/reports', { projectKey: '{project.key}' }),
          iconUrl: '/icon.svg',
          weight: 100,
          conditions: loggedIn,
        },
      ],
      generalPages: [
        {
          key: 'reports',
          name: { value: name },
          url: page('/reports', { fType: 'custom' }),
          location: 'system.top.navigation.bar',
          conditions: loggedIn,
        },
        {
          key: 'my-reports',
          name: { value: `My ${name} reports` },
          url: page('/reports', { fType: 'user' }),
          location: 'system.user.options/personal',
          conditions: loggedIn,
        },
      ],
      adminPages: [
        {
          key: 'settings',
          name: { value: `${name} settings` },
          url: page('/reports', { adminMode: 'true', fType: 'settings' }),
          conditions: [{ condition: 'user_is_admin' }],
        },
      ],
      jiraDashboardItems: dashboardItems.map(item => ({
        key: `${item.key}-gadget`,
        name: { value: edition === 'lite' ? `${item.name} (Lite)` : item.name },
        description: { value: item.description },
        url: page(item.path, {
          dashboard: '{dashboard.id}',
          dashboardItem: '{dashboardItem.id}',
        }),
        thumbnailUrl: `/gadgets/${item.key}.svg`,
        configurable: true,
        refreshable: true,
        conditions: loggedIn,
      })),
    },
  };
}

/** Not percent-encoded: Jira replaces the {parameters}. */
function addressOf(path: string, query: Readonly<Record<string, string>>): string {
  const parts = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`;
}
