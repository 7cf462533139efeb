import { settingDefaults } from "../settings/read-settings.ts";

const HEADER = `# Settings of the service, each with its default. docs/settings.md explains them.
# Copy this file to .env, take the # away from what you change, and close it to others: chmod 600 .env
# What the environment has already wins over this file.
`;

/** Returns the text of `.env.example`: every setting on its own line, commented out. */
export function envExample(): string {
  return `${HEADER}${settingDefaults()
    .map(({ name, byDefault }) => `\n# ${name}=${byDefault}`)
    .join("")}\n`;
}
