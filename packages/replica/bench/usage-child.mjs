import { appendFileSync } from 'node:fs';

// Imported before a program: appends the resource usage of its process to a file, see run-measured.ts.
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = { cpuMs: (userCPUTime + systemCPUTime) / 1000, megabytes: maxRSS / 1024 };
  appendFileSync(process.env.TALLYBOARD_USAGE_FILE, `${JSON.stringify(usage)}\n`);
});
