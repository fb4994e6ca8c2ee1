import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'text',
  title: 'Text',
  weight: 130,
  inLite: true,
  gadget: {
    summary: 'Your own text, with headings, lists, pictures and links.',
    words: 'html note description about',
    height: 160,
    queryBy: 'none',
  },
} as const satisfies ReportAbout;
