/** The keys that sign a request to AWS (Signature Version 4). */
export interface AwsCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  /** Of a role. */
  sessionToken?: string | undefined;
}

/** The platform's own account with AWS: its region, and its role's credentials as they are now. */
export interface AwsAccess {
  region: string;
  credentials(): Promise<AwsCredentials>;
}

const BEDROCK_HOST = /^bedrock-runtime(?:-fips)?\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?$/;

/** Where Bedrock answers in a region (AWS service endpoints). */
export function bedrockUrl(region: string): string {
  return `https://bedrock-runtime.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`;
}

/**
 * The region that a Bedrock endpoint names, since a signature is good for that one alone; `undefined` for any
 * other host.
 */
export function regionOf(baseUrl: string): string | undefined {
  return BEDROCK_HOST.exec(new URL(baseUrl).hostname)?.[1];
}
