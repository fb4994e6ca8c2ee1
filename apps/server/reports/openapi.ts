/** The OpenAPI document of figures and keys, made from the records of the calls that a server has. */
import type { CallRecord } from '@tallyboard/replica/rest/call-rights.ts';
import { VERSION } from '@tallyboard/service-kit/version.ts';
import { ALERT_SCHEMAS } from '../alerts/alert-rights.ts';
import { operationsOf } from '../calls.ts';
import { KEY_SCHEMAS } from '../keys/key-rights.ts';
import { SUBSCRIPTION_SCHEMAS } from '../subscriptions/subscription-rights.ts';
import { LINK_SCHEMAS } from '../walls/display-link-rights.ts';
import { REPORT_SCHEMAS } from './report-rights.ts';

/** `calls`: those that the server has. */
export async function openApi(base: string, calls: readonly CallRecord[]) {
  const paths = await operationsOf(base, calls);
  // Without accounts there are none.
  const hasKeys = '/keys' in paths;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tallyboard',
      version: VERSION,
      description: 'Figures of reports, each by the rights of the reader.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '.' }],
    security: [{ bearer: [] }, { basic: [] }, {}],
    paths,
    components: {
      schemas: {
        ...REPORT_SCHEMAS,
        ...SUBSCRIPTION_SCHEMAS,
        ...ALERT_SCHEMAS,
        JiraError: KEY_SCHEMAS.JiraError ?? {},
        ...(hasKeys && { ...KEY_SCHEMAS, ...LINK_SCHEMAS }),
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An access key.' },
        basic: { type: 'http', scheme: 'basic', description: 'An access key as the password.' },
      },
    },
  };
}
