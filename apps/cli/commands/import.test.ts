import { expect, it } from 'vitest';
import { describeProgress } from './import.ts';

it('shows the rate and the time left', () => {
  const progress = {
    file: 'issues.json',
    bytes: 250,
    totalBytes: 1000,
    records: 6000,
    isIndexing: false,
  };
  expect(describeProgress(progress, 25_000)).toBe(
    '25 %  6,000 records  240/s  1:15 left  issues.json',
  );
  expect(describeProgress({ ...progress, bytes: 1000, isIndexing: true }, 99_000)).toBe(
    '100 %  6,000 records  building the indexes',
  );
});
