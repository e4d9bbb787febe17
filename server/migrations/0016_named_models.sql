-- Names of the models that packs download or document, in small letters. Workflows ask which packs name a file.
create function model_names(traits jsonb) returns jsonb language sql immutable parallel safe
  return lower(jsonb_path_query_array(traits, '$.models[*].name')::text)::jsonb;
create index version_analyses_by_model on version_analyses using gin (model_names(traits));
