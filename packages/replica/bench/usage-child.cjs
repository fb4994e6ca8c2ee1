const { appendFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

// Loaded before a program: appends the resource usage of its process to a file, see run-measured.ts.
// A thread of the process loads this too.
process.on('exit', () => {
  if (!isMainThread) return;
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = { cpuMs: (userCPUTime + systemCPUTime) / 1000, megabytes: maxRSS / 1024 };
  appendFileSync(process.env.TALLYBOARD_USAGE_FILE, `${JSON.stringify(usage)}\n`);
});
