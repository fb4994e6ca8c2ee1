import { GADGETS } from '@tallyboard/reports/catalogue/gadgets.ts';
import type { ConnectApp } from './apps.ts';

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
      jiraDashboardItems: GADGETS.map(
        ({ name: gadget, title, summary, dashboardPath, picturePath }) => ({
          key: `${gadget}-gadget`,
          name: { value: edition === 'lite' ? `${title} (Lite)` : title },
          description: { value: summary },
          url: page(dashboardPath, {
            dashboard: '{dashboard.id}',
            dashboardItem: '{dashboardItem.id}',
          }),
          thumbnailUrl: picturePath,
          configurable: true,
          refreshable: true,
          conditions: loggedIn,
        }),
      ),
    },
  };
}

/** Not percent-encoded: Jira replaces the {parameters}. */
function addressOf(path: string, query: Readonly<Record<string, string>>): string {
  const parts = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`;
}
