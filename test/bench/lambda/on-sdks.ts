import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { KMSClient } from "@aws-sdk/client-kms";
import { auth, calendar } from "@googleapis/calendar";
import { Client as CrmClient } from "@hubspot/api-client";
import { LinearClient } from "@linear/sdk";
import { Client as NotesClient } from "@notionhq/client";
import { WebClient } from "@slack/web-api";
import { TwitterApi } from "twitter-api-v2";

/**
 * The clients that the same service has when it is built on what the providers offer, made as their documents
 * say.
 */
const clients = [
  new DynamoDBClient({}),
  new KMSClient({}),
  new WebClient("token"),
  new NotesClient({ auth: "token" }),
  new CrmClient({ accessToken: "token" }),
  new LinearClient({ apiKey: "token" }),
  new TwitterApi("token"),
  calendar({ version: "v3", auth: new auth.OAuth2() }),
];

export const handler = async () => clients.length;
